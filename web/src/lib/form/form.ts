import {
  get,
  set,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  type UseFormSetError,
} from 'react-hook-form';
import { ApiError, problemMessage } from '@/lib/api/api-error.js';
import { ruleMessage } from '@/messages/i18n.js';

/** Subset of a zod schema that a form needs. */
interface Schema {
  safeParse(values: unknown): {
    success: boolean;
    data?: unknown;
    error?: { issues: { path: PropertyKey[]; message: string }[] };
  };
}

/**
 * Validates a form with a lazily loaded schema of proto/http, so that the rules match the server's and the screen
 * does not wait for them. Values outside the form (the CAPTCHA) are passed as `rest`. If the schema fails to load,
 * the form is sent unvalidated: the server validates it anyway, and its errors are shown.
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
    const errors: FieldErrors<T> = {};
    for (const { path, message } of result.error?.issues ?? []) {
      // The items of a list share one field.
      const item = path.findIndex((name) => typeof name === 'number');
      const field = (item < 0 ? path : path.slice(0, item)).join('.');
      if (get(errors, field)) continue;
      set(errors, field, { type: 'rule', message: ruleMessage(message) ?? message });
    }
    return { values: {}, errors };
  };
}

/** Shows the server's field errors at their fields. Returns whether any belonged to this form. */
export function showProblems<T extends FieldValues>(
  error: unknown,
  fields: Path<T>[],
  setError: UseFormSetError<T>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const fieldOf = ({ path }: { path: string }) =>
    fields.find((field) => path === field || path.startsWith(`${field}.`));
  const mine = error.details.filter(fieldOf);
  mine.forEach((problem, i) =>
    setError(
      fieldOf(problem)!,
      { type: 'server', message: problemMessage(error.code, problem) },
      { shouldFocus: i === 0 },
    ),
  );
  return mine.length > 0;
}

/** Revalidates a password confirmation that was already entered when the password changes. */
export const recheckConfirmation =
  <T extends FieldValues>(form: UseFormReturn<T>) =>
  (): void => {
    const confirmation = 'confirmPassword' as Path<T>;
    if (form.getFieldState(confirmation).isTouched) void form.trigger(confirmation);
  };
