import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Transfer in Binance's history. The sender is not stored. */
@Entity('bpay_transfer')
export class TransferEntity {
  /** Binance's transactionId; see `transferKey`. */
  @PrimaryColumn('text') transactionId!: string;
  /**
   * Order ID in Binance's app. `null` for rows in the old format, and for rows stored by version 0.1.0 until a fetch
   * rereads them.
   */
  @Column('text', { nullable: true }) orderId!: string | null;
  @Column('text') orderType!: string;
  /** Decimal text with eight decimal places. */
  @Column('numeric') amount!: string;
  @Column('text') currency!: string;
  /** Empty if Binance does not report it. */
  @Column('text') receiverId!: string;
  @Column('timestamptz') paidAt!: Date;
  /** Binance has listed two different transfers under this ID. */
  @Column('boolean') ambiguous!: boolean;
  /** Order paid by this transfer. Never changed once set. */
  @Column('uuid', { nullable: true }) topupId!: string | null;
}
