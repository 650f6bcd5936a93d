import type { TopupReviewItem } from '@casement/proto/http/billing/admin-topups.js';
import { codedMessage } from '@/messages/i18n.js';

/** Returns why a payment needs review, in the current language, with at least one sentence per code. */
export function reviewReason({
  review,
  reason,
}: Pick<TopupReviewItem, 'review' | 'reason'>): string {
  const translated = review.split(',').map((code) => codedMessage('reviews', code, ''));
  return translated.every(Boolean) ? translated.join(' ') : reason;
}
