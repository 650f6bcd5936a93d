import { toastFailure } from './toast-failure.js';
import { toast } from './toast.js';

/**
 * Waits for a change and shows its result as a toast: `done` when it is made, else `failed` with the server's message, or
 * with `fallback` where the answer has none (SPEC §8). Resolves to undefined when it failed.
 */
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
