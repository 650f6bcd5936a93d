// Source of @casement/client's generated types and of its list of calls that take an Idempotency-Key.
import openapiTS, { astToString } from 'openapi-typescript';

const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Calls of a program that has no key yet (RFC 8628). */
const DEVICE_LOGIN = '/api/auth/device-logins';

/** Calls allowed with an API key, and the calls by which a program gets one. All others need a person's sign-in. */
const forPrograms = (path, { security }) =>
  security.some((one) => 'apiKey' in one) ||
  (path.startsWith(DEVICE_LOGIN) && security.length === 0);

/** @returns the codes of error_reason.proto */
export const codesOf = (reasons) =>
  Object.keys(reasons)
    .filter((name) => /^ERROR_REASON_(?!UNSPECIFIED)/.test(name))
    .map((name) => name.replace('ERROR_REASON_', ''));

/**
 * @param document OpenAPI document of all services
 * @param errorCodes codes of all failures
 * @returns source of proto/client/src/gen/api.ts
 */
export async function render(document, errorCodes) {
  const once = [];
  const paths = {};
  for (const [path, item] of Object.entries(document.paths).sort()) {
    for (const [method, operation] of Object.entries(item).sort()) {
      if (!forPrograms(path, operation)) continue;
      (paths[path] ??= {})[method] = operation;
      const keyed = operation.parameters.some(({ name }) => name === IDEMPOTENCY_KEY);
      if (keyed) once.push(`${method.toUpperCase()} ${path}`);
    }
  }
  // A field with a default may be left out of a request.
  const types = await openapiTS({ ...document, paths }, { defaultNonNullable: false });
  return [
    '// Generated from the API document by `make gen`; never edited.',
    '/* eslint-disable */',
    '',
    astToString(types),
    '/** Each code of an answer that is no success; error_reason.proto describes them. */',
    `export type ErrorCode =\n${errorCodes.map((code) => `  | ${JSON.stringify(code)}`).join('\n')};`,
    '',
    '/** The calls that take an Idempotency-Key, and with it may be sent again. */',
    `export const ONCE: ReadonlySet<string> = new Set(${JSON.stringify(once, null, 2)});`,
    '',
  ].join('\n');
}
