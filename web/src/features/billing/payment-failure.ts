import { ApiError, messageOf } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';

/**
 * Returns why an order could not be placed. Call it when sending, because only an order sent while offline has
 * certainly not arrived. After a lost response the order may exist, but it is not charged yet, and a retry returns
 * the same order.
 *
 * @param fallback text if the server sends none (SPEC §8)
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
