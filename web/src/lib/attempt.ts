import { commonTexts } from '@/messages/common.js';
import { messageOf } from './api-error.js';
import { say } from './messages.js';
import { toast } from './toast.js';

/**
 * Waits for a change and tells how it went: `done` when it is made, else `failed` with the server's message, or
 * with `fallback` where the server says nothing (SPEC §8). Resolves to undefined when it failed.
 */
export async function attempt<T>(
  change: Promise<T>,
  texts: {
    done: (answer: T) => { title: string; description?: string };
    failed: string;
    fallback?: string;
  },
): Promise<{ answer: T } | undefined> {
  try {
    const answer = await change;
    toast({ ...texts.done(answer), tone: 'success' });
    return { answer };
  } catch (error) {
    const fallback = texts.fallback ?? say(commonTexts).pleaseTryAgain;
    toast({ title: texts.failed, description: messageOf(error, fallback), tone: 'destructive' });
    return undefined;
  }
}
