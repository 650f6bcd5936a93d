import type {
  FieldErrors,
  FieldValues,
  Path,
  Resolver,
  UseFormReturn,
  UseFormSetError,
} from 'react-hook-form';
import { ApiError } from './api-error.js';
import { ruleMessage, serverMessage } from './messages.js';

interface Issue {
  path: PropertyKey[];
  code: string;
  message: string;
  /** Of `too_small`. */
  minimum?: number | bigint;
}

/** As much of a zod schema as a form needs. */
interface Schema {
  safeParse(values: unknown): {
    success: boolean;
    data?: unknown;
    error?: { issues: Issue[] };
  };
}

/**
 * Checks a form with a schema of proto/http that is fetched when it is first needed: the rules are the server's,
 * and the screen does not wait for them. Values that are no part of the form (the CAPTCHA) are given as `rest`.
 * Without the schema the form is sent as it is: the server checks it all the same, and its details come back.
 */
export function schemaResolver<T extends FieldValues>(
  load: () => Promise<Schema>,
  rest: Record<string, unknown> = {},
): Resolver<T> {
  return async (values) => {
    const schema = await load().catch(() => undefined);
    if (!schema) return { values, errors: {} };
    const result = schema.safeParse({ ...values, ...rest });
    if (result.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const issue of result.error?.issues ?? []) {
      const field = String(issue.path[0]);
      errors[field] ??= { type: 'rule', message: ruleMessage(ruleCode(issue), issue.message) };
    }
    return { values: {}, errors: errors as FieldErrors<T> };
  };
}

/** The stable name of a broken rule: `ip.invalid_format`; with its bound where fields of one name differ: `password.too_small.8`. */
export const ruleCode = ({ path, code, minimum }: Issue): string =>
  [path[0], code, ...(minimum === undefined ? [] : [minimum])].join('.');

/** Puts the server's field problems beside their fields. Returns whether there were any that the form has. */
export function showProblems<T extends FieldValues>(
  error: unknown,
  fields: Path<T>[],
  setError: UseFormSetError<T>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const mine = error.details.filter(({ path }) => (fields as string[]).includes(path));
  mine.forEach(({ path, message }, i) =>
    setError(
      path as Path<T>,
      { type: 'server', message: serverMessage(error.code, message) },
      { shouldFocus: i === 0 },
    ),
  );
  return mine.length > 0;
}

/** For the password field: one that is changed after its confirmation may no longer match it. */
export const recheckConfirmation =
  <T extends FieldValues>(form: UseFormReturn<T>) =>
  (): void => {
    const confirmation = 'confirmPassword' as Path<T>;
    if (form.getFieldState(confirmation).isTouched) void form.trigger(confirmation);
  };
