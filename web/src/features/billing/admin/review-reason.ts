import type { TopupReviewItem } from '@casement/proto/http/billing/billing.js';
import { codedMessage } from '@/messages/i18n.js';

/** Why a payment waits, in the language in force: a sentence or more for each of its codes. */
export function reviewReason({ review, reason }: TopupReviewItem): string {
  const translated = review.split(',').map((code) => codedMessage('reviews', code, ''));
  return translated.every(Boolean) ? translated.join(' ') : reason;
}
