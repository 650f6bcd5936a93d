import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Difference } from '@casement/proto/http/billing/money.js';
import type { PaymentInstruction } from '@casement/proto/http/billing/topups.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import { microColumn } from '../usdt.js';
import type { TopupReview } from './review-reasons.js';

/**
 * - PENDING: stored here but not yet confirmed by the provider
 * - UNPAID: waiting for the customer
 */
export type TopupStatus = 'PENDING' | 'UNPAID' | 'PAID' | 'EXPIRED' | 'FAILED';

const rupiah = { transformer: bigintNumber };

/** Quota order. Amounts are in rupiah as quoted. */
@Entity('topup')
export class TopupEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** Numbered 1, 2, 3 … per user without gaps; assigned by the database. */
  @Column({ type: 'integer', insert: false, update: false }) userNo!: number;
  /** Our own reference, sent to the provider. The provider's reference is in `reference`. */
  @Column('text') merchantRef!: string;
  @Column('text', { nullable: true }) reference!: string | null;
  @Column('uuid', { nullable: true }) productId!: string | null;
  @Column('text') productName!: string;
  @Column('integer') quantity!: number;
  @Column('bigint', rupiah) unitPriceSen!: number;
  @Column('bigint', rupiah) totalAmount!: number;
  @Column('integer') discountBasisPoints!: number;
  /** Voucher that gives the discount. It counts as used while the order is open or paid. */
  @Column('text', { nullable: true }) voucherCode!: string | null;
  @Column('bigint', rupiah) discountAmount!: number;
  @Column('bigint', rupiah) finalAmount!: number;
  @Column('text') paymentMethod!: string;
  @Column('text') paymentName!: string;
  @Column('text') status!: TopupStatus;
  /** Amount that the customer pays, including their share of the fee. */
  @Column('bigint', { transformer: bigintNumber, nullable: true }) payableAmount!: number | null;
  /** Currency of the provider's charge in upper case. The charge is `null` if the provider counts in rupiah. */
  @Column('text', { nullable: true }) chargeCurrency!: string | null;
  /** Smallest unit of the currency as the provider counts it, e.g. cents. */
  @Column('bigint', { transformer: bigintNumber, nullable: true }) chargeMinor!: number | null;
  /** Rupiah per unit of the currency, with which the charge was calculated at `chargeRateAt`. */
  @Column('numeric', { nullable: true }) chargeRate!: string | null;
  @Column('timestamptz', { nullable: true }) chargeRateAt!: Date | null;
  @Column('text', { nullable: true }) checkoutUrl!: string | null;
  @Column('text', { nullable: true }) payUrl!: string | null;
  @Column('text', { nullable: true }) qrUrl!: string | null;
  @Column('text', { nullable: true }) payCode!: string | null;
  /** Content of the QR code. */
  @Column('text', { nullable: true }) qrString!: string | null;
  @Column('jsonb', { nullable: true }) instructions!: PaymentInstruction[] | null;
  /** Exact USDT amount to transfer, in micro-units. Set for BPAY orders only. */
  @Column('bigint', { transformer: microColumn, nullable: true }) bpayMicro!: bigint | null;
  /** No other order gets the same amount before this time. */
  @Column('timestamptz', { nullable: true }) bpayReservedUntil!: Date | null;
  @Column('timestamptz') expiresAt!: Date;
  /** Time of the reminder before the expiry. */
  @Column('timestamptz', { nullable: true }) remindedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) paidAt!: Date | null;
  /** `null` until a receipt is issued. */
  @Column('text', { nullable: true }) receiptNumber!: string | null;
  @Column('timestamptz', { nullable: true }) refundedAt!: Date | null;
  /** Quota held or taken back by the refund. `null` if not refunded, and for refunds by version 0.1.0. */
  @Column('integer', { nullable: true }) refundTaken!: number | null;
  /** `null` until a credit note is issued. */
  @Column('text', { nullable: true }) creditNoteNumber!: string | null;
  /** Number of refunded quota that could not be taken back because it had been spent. */
  @Column('integer') refundShort!: number;
  /** Last comparison with the provider. */
  @Column('timestamptz', { nullable: true }) reconciledAt!: Date | null;
  /** Result of that comparison. `null` if it is due. `not_checked` for payments before there was one. */
  @Column('text', { nullable: true }) reconciliation!:
    Difference | 'confirmed' | 'not_checked' | null;
  /** Reasons for a review by an administrator, without duplicates, oldest first. `null` if none is pending. */
  @Column('text', { array: true, nullable: true }) review!: TopupReview[] | null;
  @Column('timestamptz', { nullable: true }) reviewSince!: Date | null;
  @Column('text', { nullable: true }) idempotencyKey!: string | null;
  @Column('text', { nullable: true }) requestHash!: string | null;
  /** Status checks answered since the last status change. */
  @Column('integer') checks!: number;
  @Column('timestamptz', { nullable: true }) nextCheckAt!: Date | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}

export type BpayTopup = TopupEntity & { bpayMicro: bigint; bpayReservedUntil: Date };

/** The database ensures that paid top-ups have a time. */
export type PaidTopup = TopupEntity & { paidAt: Date };

export const isBpay = (topup: TopupEntity): topup is BpayTopup => topup.bpayMicro !== null;

export const reviewsOf = ({ review }: Pick<TopupEntity, 'review'>): TopupReview[] => review ?? [];

/** Returns the review columns for these reasons. The waiting time starts with the first reason. */
export const waitingFor = (
  { reviewSince }: Pick<TopupEntity, 'reviewSince'>,
  reviews: readonly TopupReview[],
): Pick<TopupEntity, 'review' | 'reviewSince'> =>
  reviews.length === 0
    ? { review: null, reviewSince: null }
    : { review: [...reviews], reviewSince: reviewSince ?? new Date() };

/** Returns the review columns without these reasons. */
export const withoutReviews = (
  topup: Pick<TopupEntity, 'review' | 'reviewSince'>,
  ended: readonly TopupReview[],
): Pick<TopupEntity, 'review' | 'reviewSince'> =>
  waitingFor(
    topup,
    reviewsOf(topup).filter((review) => !ended.includes(review)),
  );

export const isOpen = (topup: Pick<TopupEntity, 'status'>): boolean =>
  topup.status === 'PENDING' || topup.status === 'UNPAID';

export const hasTimeLeft = (topup: Pick<TopupEntity, 'expiresAt'>, ms: number): boolean =>
  topup.expiresAt.getTime() - Date.now() >= ms;
