import type { TopupReviewItem } from '@casement/proto/http/billing.js';
import { reviewsOf, type TopupEntity } from '../topup.entity.js';
import { reviewReasons } from '../review-reasons.js';

/** @param username null when unknown */
export function toReviewItem(topup: TopupEntity, username: string | null): TopupReviewItem {
  const { review, reviewSince } = topup;
  if (!review || !reviewSince) throw new Error(`top-up ${topup.id} waits for no review`);
  return {
    id: topup.id,
    user_id: topup.userId,
    username,
    merchant_ref: topup.merchantRef,
    reference: topup.reference,
    status: topup.status,
    quantity: topup.quantity,
    final_amount: topup.finalAmount,
    payment_method: topup.paymentMethod,
    review: review.join(','),
    reason: reviewsOf(topup)
      .map((one) => reviewReasons[one])
      .join(' '),
    refund_short: topup.refundShort,
    created_at: topup.createdAt.toISOString(),
    flagged_at: reviewSince.toISOString(),
  };
}
