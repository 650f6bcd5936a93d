import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

const rupiah = { transformer: bigintNumber };
const maybeRupiah = { transformer: bigintNumber, nullable: true };

/** Each sync overwrites the provider's values; `isEnabled` is the administrator's. */
@Entity('payment_method')
export class PaymentMethodEntity {
  @PrimaryColumn('text') code!: string;
  /** A sync changes only its provider's methods. */
  @Column('text') provider!: 'tripay' | 'binance';
  @Column('text') name!: string;
  @Column('text') type!: string;
  @Column('text') groupName!: string;
  @Column('text', { nullable: true }) iconUrl!: string | null;
  @Column('bigint', rupiah) feeFlat!: number;
  /** Millionths: 0.70 % = 7000. */
  @Column('integer') feePpm!: number;
  @Column('bigint', maybeRupiah) minimumFee!: number | null;
  @Column('bigint', maybeRupiah) maximumFee!: number | null;
  @Column('bigint', maybeRupiah) minimumAmount!: number | null;
  @Column('bigint', maybeRupiah) maximumAmount!: number | null;
  @Column('boolean') isEnabled!: boolean;
  /** The provider's order. */
  @Column('integer') position!: number;
  /** Since when the provider no longer lists it. */
  @Column('timestamptz', { nullable: true }) withdrawnAt!: Date | null;
}
