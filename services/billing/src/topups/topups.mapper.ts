import type { AdminTopup, TopupReviewItem } from '@casement/proto/http/billing/admin-topups.js';
import type {
  CreatedTopup,
  OwnTopup,
  TopupHistoryItem,
  TopupQuote,
} from '@casement/proto/http/billing/topups.js';
import { microAsNumber } from '../usdt.js';
import type { QuotedVoucher, VoucherQuote } from '../vouchers/voucher-quotes.service.js';
import { reviewReasons } from './review-reasons.js';
import { reviewsOf, type TopupEntity } from './topup.entity.js';

const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
const usdtOf = ({ bpayMicro }: TopupEntity): number | null =>
  bpayMicro === null ? null : microAsNumber(bpayMicro);

export const toQuoteResponse = (quote: VoucherQuote): TopupQuote => ({
  quantity: quote.quantity,
  min_quantity: quote.limits.minQuantity,
  max_quantity: quote.limits.maxQuantity,
  unit_price: quote.unitPriceSen / 100,
  total_amount: quote.totalAmount,
  discount_percentage: quote.discountBasisPoints / 100,
  discount_amount: quote.discountAmount,
  final_amount: quote.finalAmount,
  usd_estimated_amount: quote.usdCents / 100,
  // Estimate without the tail; the exact amount is known only once an order exists.
  bpay_encoded_amount: quote.usdCents / 100,
  product: { id: quote.product.id, name: quote.product.name },
  discount_tiers: quote.tiers.map((tier) => ({
    min_quantity: tier.minQuantity,
    percentage: tier.basisPoints / 100,
  })),
  voucher: quote.voucher && toQuotedVoucher(quote.voucher),
});

const toQuotedVoucher = ({ code, basisPoints, quota, applied, refusal }: QuotedVoucher) => ({
  code,
  percentage: basisPoints === null ? null : basisPoints / 100,
  quota,
  applied,
  refusal: refusal && { code: refusal.code, message: refusal.message },
});

/** Returns the amounts that the customer pays. A USDT transfer has an exact amount and no fee. */
const collected = ({ bpayMicro, payableAmount, finalAmount }: TopupEntity) =>
  bpayMicro !== null
    ? { fee_amount: 0, payable_amount: null }
    : {
        fee_amount: payableAmount === null ? null : payableAmount - finalAmount,
        payable_amount: payableAmount,
      };

export const toCreatedTopup = (topup: TopupEntity): CreatedTopup => ({
  reference: topup.reference ?? '',
  merchant_ref: topup.merchantRef,
  checkout_url: topup.checkoutUrl ?? topup.payUrl,
  qr_url: topup.qrUrl,
  qr_string: topup.qrString,
  pay_code: topup.payCode,
  instructions: topup.instructions,
  payment_name: topup.paymentName,
  payment_method: topup.paymentMethod,
  final_amount: topup.finalAmount,
  ...collected(topup),
  quantity: topup.quantity,
  status: topup.status,
  expired_time: unixSeconds(topup.expiresAt),
});

export const toHistoryItem = (topup: TopupEntity): TopupHistoryItem => ({
  id: topup.id,
  reference: topup.reference,
  merchant_ref: topup.merchantRef,
  status: topup.status,
  quantity: topup.quantity,
  final_amount: topup.finalAmount,
  total_amount: topup.totalAmount,
  ...collected(topup),
  discount_amount: topup.discountAmount,
  discount_percentage: topup.discountBasisPoints / 100,
  voucher_code: topup.voucherCode,
  payment_method: topup.paymentMethod,
  payment_name: topup.paymentName,
  checkout_url: topup.checkoutUrl,
  payment_url: topup.payUrl ?? topup.checkoutUrl,
  qr_url: topup.qrUrl,
  qr_string: topup.qrString,
  pay_code: topup.payCode,
  encoded_amount: usdtOf(topup),
  bpay_encoded_amount: usdtOf(topup),
  expired_time: unixSeconds(topup.expiresAt),
  created_at: topup.createdAt.toISOString(),
  paid_at: topup.paidAt?.toISOString() ?? null,
  refunded_at: topup.refundedAt?.toISOString() ?? null,
  refunded_quantity: refundedQuantity(topup),
  refund_pending: topup.refundTaken !== null && topup.refundedAt === null,
  receipt_number: topup.receiptNumber,
  credit_note_number: topup.creditNoteNumber,
});

/** A payment that was refunded before its callback arrived had no quota to take back. */
function refundedQuantity(topup: TopupEntity) {
  const { refundedAt, paidAt, quantity, refundShort, refundTaken } = topup;
  if (!refundedAt) return null;
  return paidAt ? (refundTaken ?? quantity - refundShort) : 0;
}

export const toOwnTopup = (topup: TopupEntity): OwnTopup => ({
  ...toHistoryItem(topup),
  instructions: topup.instructions,
});

/** @param names by user id, as far as known */
export const toAdminTopup = (
  topup: TopupEntity,
  names: ReadonlyMap<string, string>,
): AdminTopup => ({
  ...toHistoryItem(topup),
  user_id: topup.userId,
  username: names.get(topup.userId) ?? null,
});

const reasonOf = (topup: TopupEntity): string =>
  reviewsOf(topup)
    .map((review) => reviewReasons[review])
    .join(' ');

/** State that only administrators see. */
export const toTopupState = (topup: TopupEntity) => ({
  updated_at: topup.updatedAt.toISOString(),
  refunded_at: topup.refundedAt?.toISOString() ?? null,
  refund_short: topup.refundShort,
  review: topup.review?.join(',') ?? null,
  reason: reasonOf(topup),
  flagged_at: topup.reviewSince?.toISOString() ?? null,
  next_check_at: topup.nextCheckAt?.toISOString() ?? null,
  charge: chargeOf(topup),
});

function chargeOf({ chargeCurrency, chargeMinor, chargeRate, chargeRateAt }: TopupEntity) {
  if (!chargeCurrency || !chargeMinor || !chargeRateAt) return null;
  return {
    currency: chargeCurrency,
    minor_units: chargeMinor,
    rate: Number(chargeRate),
    rate_at: chargeRateAt.toISOString(),
  };
}

/** @param username null if auth does not know it */
export function toReviewItem(topup: TopupEntity, username: string | null): TopupReviewItem {
  const { reviewSince } = topup;
  if (!reviewSince) throw new Error(`top-up ${topup.id} is not under review`);
  const reviews = reviewsOf(topup);
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
    review: reviews.join(','),
    reason: reasonOf(topup),
    refund_short: topup.refundShort,
    created_at: topup.createdAt.toISOString(),
    flagged_at: reviewSince.toISOString(),
  };
}
