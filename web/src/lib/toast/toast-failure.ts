import { messageOf } from '@/lib/api/api-error.js';
import { t } from '@/lib/i18n/messages.js';
import { commonMessages } from '@/messages/common.js';
import { toast } from './toast.js';

/** Shows that something failed: with the server's message, or with `fallback` where the answer has none (SPEC §8). */
export function toastFailure(
  title: string,
  error: unknown,
  fallback = t(commonMessages).pleaseTryAgain,
): void {
  toast({ title, description: messageOf(error, fallback), tone: 'destructive' });
}
