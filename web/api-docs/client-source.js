// Generates the types of @casement/client and its list of calls that accept an Idempotency-Key.
import openapiTS, { astToString } from 'openapi-typescript';

const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Calls made by a program before it has a key (RFC 8628). */
const DEVICE_LOGIN = '/api/auth/device-logins';

/** Calls that accept an API key, plus the calls that issue one. All others require a signed-in user. */
const isForApiKeys = (path, { security }) =>
  security.some((one) => 'apiKey' in one) ||
  (path.startsWith(DEVICE_LOGIN) && security.length === 0);

export const codesOf = (reasons) =>
  Object.keys(reasons)
    .filter((name) => /^ERROR_REASON_(?!UNSPECIFIED)/.test(name))
    .map((name) => name.replace('ERROR_REASON_', ''));

/**
 * @param document OpenAPI document of all services
 * @param errorCodes error codes of all services
 * @returns source of proto/client/src/gen/api.ts
 */
export async function render(document, errorCodes) {
  const idempotentRoutes = [];
  const paths = {};
  for (const [path, item] of Object.entries(document.paths).sort()) {
    for (const [method, operation] of Object.entries(item).sort()) {
      if (!isForApiKeys(path, operation)) continue;
      (paths[path] ??= {})[method] = operation;
      const keyed = operation.parameters.some(({ name }) => name === IDEMPOTENCY_KEY);
      if (keyed) idempotentRoutes.push(`${method.toUpperCase()} ${path}`);
    }
  }
  // Requests may omit a field that has a default.
  const types = await openapiTS({ ...document, paths }, { defaultNonNullable: false });
  return [
    '// Generated from the API document by `make gen`; never edited.',
    '/* eslint-disable */',
    '',
    astToString(types),
    '/** Each code of an answer that is no success; error_reason.proto describes them. */',
    `export type ErrorCode =\n${errorCodes.map((code) => `  | ${JSON.stringify(code)}`).join('\n')};`,
    '',
    '/** Routes that accept an Idempotency-Key, with which a call can safely be repeated. */',
    `export const ONCE: ReadonlySet<string> = new Set(${JSON.stringify(idempotentRoutes, null, 2)});`,
    '',
  ].join('\n');
}
