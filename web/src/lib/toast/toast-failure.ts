import { commonMessages } from '@/messages/common.js';
import { messageOf } from './api-error.js';
import { t } from './messages.js';
import { toast } from './toast.js';

/** Shows that something failed: with the server's message, or with `fallback` where the answer has none (SPEC §8). */
export function toastFailure(
  title: string,
  error: unknown,
  fallback = t(commonMessages).pleaseTryAgain,
): void {
  toast({ title, description: messageOf(error, fallback), tone: 'destructive' });
}
