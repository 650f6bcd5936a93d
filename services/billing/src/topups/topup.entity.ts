import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import { microColumn } from '../usdt.js';

/** PENDING: our row is there, the gateway has not confirmed yet. UNPAID: it waits for the customer. */
export type TopupStatus = 'PENDING' | 'UNPAID' | 'PAID' | 'EXPIRED' | 'FAILED';

/** Why an administrator must look at money. */
export type TopupReview =
  | 'amount_mismatch'
  | 'reference_mismatch'
  | 'paid_twice'
  | 'refund_short'
  | 'account_deleted'
  /** Refunded before it counted as paid, then paid by another transaction. */
  | 'paid_after_refund'
  /** A transfer outside the order's time, which is never credited automatically. */
  | 'paid_late'
  /** A transfer for which Binance reports no receiver. */
  | 'receiver_unknown';

/** The method that is paid by a Binance transfer; no gateway knows its orders. */
export const BPAY = 'BPAY';

const rupiah = { transformer: bigintNumber };

/** One order of quota. Amounts in whole rupiah, as quoted when it was made. */
@Entity('topup')
export class TopupEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** 1, 2, 3 … within the user's top-ups, without a gap; given by the database. */
  @Column({ type: 'integer', insert: false, update: false }) userNo!: number;
  /** Ours, known to the gateway before it has a reference of its own. */
  @Column('text') merchantRef!: string;
  @Column('text', { nullable: true }) reference!: string | null;
  @Column('uuid', { nullable: true }) productId!: string | null;
  @Column('text') productName!: string;
  @Column('integer') quantity!: number;
  @Column('bigint', rupiah) unitPriceSen!: number;
  @Column('bigint', rupiah) totalAmount!: number;
  @Column('integer') discountBasisPoints!: number;
  @Column('bigint', rupiah) discountAmount!: number;
  @Column('bigint', rupiah) finalAmount!: number;
  @Column('text') paymentMethod!: string;
  @Column('text') paymentName!: string;
  @Column('text') status!: TopupStatus;
  /** What the gateway asks of the customer, their part of the fee included. */
  @Column('bigint', { transformer: bigintNumber, nullable: true }) payableAmount!: number | null;
  @Column('text', { nullable: true }) checkoutUrl!: string | null;
  @Column('text', { nullable: true }) payUrl!: string | null;
  @Column('text', { nullable: true }) qrUrl!: string | null;
  @Column('text', { nullable: true }) payCode!: string | null;
  /** The exact USDT to transfer, in micro-units; only BPAY orders have it. */
  @Column('bigint', { transformer: microColumn, nullable: true }) bpayMicro!: bigint | null;
  /** Until then no other order gets the same amount. */
  @Column('timestamptz', { nullable: true }) bpayReservedUntil!: Date | null;
  @Column('timestamptz') expiresAt!: Date;
  @Column('timestamptz', { nullable: true }) paidAt!: Date | null;
  @Column('timestamptz', { nullable: true }) refundedAt!: Date | null;
  /** How much of a refunded top-up had been spent already. */
  @Column('integer') refundShort!: number;
  /** Why it waits for an administrator: each reason once, the oldest first. Null: it does not wait. */
  @Column('text', { array: true, nullable: true }) review!: TopupReview[] | null;
  @Column('timestamptz', { nullable: true }) reviewSince!: Date | null;
  @Column('text', { nullable: true }) idempotencyKey!: string | null;
  @Column('text', { nullable: true }) requestHash!: string | null;
  /** Questions that the gateway has answered since the last change of status. */
  @Column('integer') checks!: number;
  @Column('timestamptz', { nullable: true }) nextCheckAt!: Date | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}

/** Why it waits for an administrator, the oldest reason first. */
export const reviewsOf = ({ review }: Pick<TopupEntity, 'review'>): TopupReview[] => review ?? [];

/** The columns of a top-up that waits for these reasons; it has waited since the first of them. */
export const waitingFor = (
  { reviewSince }: Pick<TopupEntity, 'reviewSince'>,
  reviews: readonly TopupReview[],
): Pick<TopupEntity, 'review' | 'reviewSince'> =>
  reviews.length === 0
    ? { review: null, reviewSince: null }
    : { review: [...reviews], reviewSince: reviewSince ?? new Date() };

/** Still waiting for money. */
export const isOpen = (topup: Pick<TopupEntity, 'status'>): boolean =>
  topup.status === 'PENDING' || topup.status === 'UNPAID';

export const hasTimeLeft = (topup: Pick<TopupEntity, 'expiresAt'>, ms: number): boolean =>
  topup.expiresAt.getTime() - Date.now() >= ms;
