import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { messageOf, ApiError } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { toast } from './toast.js';

/** Shows a failure with the server's message, or `fallback` if the response has no message (SPEC §8). */
export function toastFailure(
  title: string,
  error: unknown,
  fallback = t(commonMessages).pleaseTryAgain,
): void {
  toast({ title, description: messageOf(error, fallback), tone: 'destructive' });
}

/** Awaits a mutation and shows its result as a toast (SPEC §8). Resolves to undefined on failure. */
export async function withToast<T>(
  change: Promise<T>,
  messages: {
    done: (answer: T) => { title: string; description?: string };
    failed: string;
    fallback?: string;
  },
): Promise<{ answer: T } | undefined> {
  try {
    const answer = await change;
    toast({ ...messages.done(answer), tone: 'success' });
    return { answer };
  } catch (error) {
    toastFailure(messages.failed, error, messages.fallback);
    return undefined;
  }
}

/** Shows 'Invalid input' with the first field's message when an invalid form is submitted (SPEC §8). */
export function toastInvalid(errors: FieldErrors<FieldValues>): void {
  const [first] = Object.values(errors);
  toast({
    title: t(commonMessages).invalidInput,
    description: typeof first?.message === 'string' ? first.message : undefined,
    tone: 'destructive',
  });
}

/** The admin area handles this error by opening the two-factor section. */
const isHandledElsewhere = (error: unknown) =>
  error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED';

/** Shows a toast when the first load fails. Failures while polling are silent (SPEC §8). */
export function useFailureToast(
  query: UseQueryResult,
  title: string,
  fallback = t(commonMessages).pleaseTryAgain,
): void {
  const { isLoadingError, error } = query;
  useEffect(() => {
    if (!isLoadingError || isHandledElsewhere(error)) return;
    toastFailure(title, error, fallback);
  }, [isLoadingError, error, title, fallback]);
}
