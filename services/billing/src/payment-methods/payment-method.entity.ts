import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { ProviderName } from '../payment-providers/payment-provider.js';

const rupiah = { transformer: bigintNumber };
const maybeRupiah = { transformer: bigintNumber, nullable: true };

/**
 * Payment method. Each sync overwrites the provider's values, but never the administrator's `isEnabled` and fees. All
 * fees and limits are in rupiah.
 */
@Entity('payment_method')
export class PaymentMethodEntity {
  @PrimaryColumn('text') code!: string;
  /** A sync changes only the methods of its provider. */
  @Column('text') provider!: ProviderName | 'binance';
  @Column('text') name!: string;
  @Column('text') type!: string;
  @Column('text') groupName!: string;
  @Column('text', { nullable: true }) iconUrl!: string | null;
  @Column('bigint', rupiah) feeFlat!: number;
  /** Fee in millionths: 0.70 % = 7000. */
  @Column('integer') feePpm!: number;
  @Column('bigint', maybeRupiah) minimumFee!: number | null;
  @Column('bigint', maybeRupiah) maximumFee!: number | null;
  @Column('bigint', maybeRupiah) minimumAmount!: number | null;
  @Column('bigint', maybeRupiah) maximumAmount!: number | null;
  @Column('boolean') isEnabled!: boolean;
  /** Position in the provider's list, by which methods are sorted. */
  @Column('integer') position!: number;
  /** Time when the provider stopped listing the method; `null` while it is listed. */
  @Column('timestamptz', { nullable: true }) withdrawnAt!: Date | null;
}
