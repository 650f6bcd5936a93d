import { ApiError, messageOf } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';

/**
 * Why an order could not be placed. Call it when the order is sent: only what was sent offline has surely not arrived.
 * After a lost answer the order may be there, but nothing is charged yet, and a second try gives the same one.
 *
 * @param fallback where the server says nothing (SPEC §8)
 */
export function paymentFailure(fallback: string): (error: unknown) => string {
  const sentOffline = !navigator.onLine;
  return (error) => {
    const answered =
      !(error instanceof ApiError) || (error.status > 0 && error.code !== 'UNREADABLE_ANSWER');
    if (answered) return messageOf(error, fallback);
    const m = t(billingMessages);
    return `${fallback}. ${sentOffline ? m.offline : m.noAnswer}`;
  };
}
