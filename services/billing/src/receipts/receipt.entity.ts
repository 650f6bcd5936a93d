import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ReceiptKind } from '@casement/proto/http/billing/receipts.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import { microColumn } from '../usdt.js';

const rupiah = { transformer: bigintNumber };

/** Receipt or credit note as issued. Amounts are in rupiah; a credit note states the refunded amounts. */
@Entity('receipt')
export class ReceiptEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: ReceiptKind;
  /** Year of issue in Jakarta time. */
  @Column('integer') year!: number;
  /** Numbered 1, 2, 3 … per kind and year without gaps. */
  @Column('integer') serial!: number;
  @Column('text') number!: string;
  /** Number of the receipt that a credit note corrects. */
  @Column('text', { nullable: true }) corrects!: string | null;
  @Column('uuid') topupId!: string;
  @Column('uuid') userId!: string;
  @Column('timestamptz') issuedAt!: Date;
  @Column('text') sellerName!: string;
  @Column('text') sellerAddress!: string;
  @Column('text') sellerTaxId!: string;
  /** `null` if the customer had given no details, and after the account was deleted. */
  @Column('text', { nullable: true }) buyerName!: string | null;
  @Column('text', { nullable: true }) buyerAddress!: string | null;
  @Column('text', { nullable: true }) buyerTaxId!: string | null;
  @Column('text') productName!: string;
  @Column('integer') quantity!: number;
  @Column('bigint', rupiah) unitPriceSen!: number;
  @Column('bigint', rupiah) totalAmount!: number;
  @Column('integer') discountBasisPoints!: number;
  @Column('bigint', rupiah) discountAmount!: number;
  @Column('bigint', rupiah) finalAmount!: number;
  @Column('bigint', rupiah) feeAmount!: number;
  /** Amount of a USDT transfer in micro-units; `null` for a payment in rupiah. */
  @Column('bigint', { transformer: microColumn, nullable: true }) paidUsdtMicro!: bigint | null;
  @Column('text') paymentName!: string;
  @Column('text') reference!: string;
  @Column('timestamptz') paidAt!: Date;
  /** The tax columns are `null` if receipts stated no tax at the time. */
  @Column('text', { nullable: true }) taxLabel!: string | null;
  @Column('integer', { nullable: true }) taxRateBasisPoints!: number | null;
  @Column('text', { nullable: true }) taxBaseFactor!: string | null;
  /** Part of `finalAmount`. */
  @Column('bigint', { ...rupiah, nullable: true }) taxAmount!: number | null;
}
