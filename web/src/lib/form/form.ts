import type {
  FieldErrors,
  FieldValues,
  Path,
  Resolver,
  UseFormReturn,
  UseFormSetError,
} from 'react-hook-form';
import { ApiError, problemMessage } from '@/lib/api/api-error.js';
import { ruleMessage } from '@/messages/i18n.js';

/** As much of a zod schema as a form needs. */
interface Schema {
  safeParse(values: unknown): {
    success: boolean;
    data?: unknown;
    error?: { issues: { path: PropertyKey[]; message: string }[] };
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
    for (const { path, message } of result.error?.issues ?? []) {
      const field = String(path[0]);
      errors[field] ??= { type: 'rule', message: ruleMessage(message) ?? message };
    }
    return { values: {}, errors: errors as FieldErrors<T> };
  };
}

/** Puts the server's field problems beside their fields. Returns whether there were any that the form has. */
export function showProblems<T extends FieldValues>(
  error: unknown,
  fields: Path<T>[],
  setError: UseFormSetError<T>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const mine = error.details.filter(({ path }) => (fields as string[]).includes(path));
  mine.forEach((problem, i) =>
    setError(
      problem.path as Path<T>,
      { type: 'server', message: problemMessage(error.code, problem) },
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
