import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import { microColumn } from '../usdt.js';
import type { TopupReview } from './review-reasons.js';

/** PENDING: stored here, not confirmed by the provider yet. UNPAID: waiting for the customer. */
export type TopupStatus = 'PENDING' | 'UNPAID' | 'PAID' | 'EXPIRED' | 'FAILED';

const rupiah = { transformer: bigintNumber };

/** An order of quota. Amounts in rupiah as quoted. */
@Entity('topup')
export class TopupEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** 1, 2, 3 … within the user's top-ups, without a gap; assigned by the database. */
  @Column({ type: 'integer', insert: false, update: false }) userNo!: number;
  /** Our own reference, sent to the provider, which then adds its `reference`. */
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
  /** Amount the customer pays, including their part of the fee. */
  @Column('bigint', { transformer: bigintNumber, nullable: true }) payableAmount!: number | null;
  @Column('text', { nullable: true }) checkoutUrl!: string | null;
  @Column('text', { nullable: true }) payUrl!: string | null;
  @Column('text', { nullable: true }) qrUrl!: string | null;
  @Column('text', { nullable: true }) payCode!: string | null;
  /** The exact USDT to transfer, in micro-units; only BPAY orders have it. */
  @Column('bigint', { transformer: microColumn, nullable: true }) bpayMicro!: bigint | null;
  /** No other order gets the same amount before this time. */
  @Column('timestamptz', { nullable: true }) bpayReservedUntil!: Date | null;
  @Column('timestamptz') expiresAt!: Date;
  @Column('timestamptz', { nullable: true }) paidAt!: Date | null;
  @Column('timestamptz', { nullable: true }) refundedAt!: Date | null;
  /** Quota of a refunded top-up that had already been spent. */
  @Column('integer') refundShort!: number;
  /** Reasons why it waits for an administrator, each once, oldest first; null when it does not wait. */
  @Column('text', { array: true, nullable: true }) review!: TopupReview[] | null;
  @Column('timestamptz', { nullable: true }) reviewSince!: Date | null;
  @Column('text', { nullable: true }) idempotencyKey!: string | null;
  @Column('text', { nullable: true }) requestHash!: string | null;
  /** Answered status checks since the last change of status. */
  @Column('integer') checks!: number;
  @Column('timestamptz', { nullable: true }) nextCheckAt!: Date | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}

/** A top-up paid by a Binance transfer. */
export type BpayTopup = TopupEntity & { bpayMicro: bigint; bpayReservedUntil: Date };

export const isBpay = (topup: TopupEntity): topup is BpayTopup => topup.bpayMicro !== null;

export const reviewsOf = ({ review }: Pick<TopupEntity, 'review'>): TopupReview[] => review ?? [];

/** Columns of a top-up that waits for these reasons, since the first of them. */
export const waitingFor = (
  { reviewSince }: Pick<TopupEntity, 'reviewSince'>,
  reviews: readonly TopupReview[],
): Pick<TopupEntity, 'review' | 'reviewSince'> =>
  reviews.length === 0
    ? { review: null, reviewSince: null }
    : { review: [...reviews], reviewSince: reviewSince ?? new Date() };

export const isOpen = (topup: Pick<TopupEntity, 'status'>): boolean =>
  topup.status === 'PENDING' || topup.status === 'UNPAID';

export const hasTimeLeft = (topup: Pick<TopupEntity, 'expiresAt'>, ms: number): boolean =>
  topup.expiresAt.getTime() - Date.now() >= ms;
