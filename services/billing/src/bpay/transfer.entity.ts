import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A transfer in Binance's history. Its sender is not stored. */
@Entity('bpay_transfer')
export class TransferEntity {
  /** Binance's transactionId; see `transferKey`. */
  @PrimaryColumn('text') transactionId!: string;
  /** Order ID in Binance's app; null in older rows, and until a fetch has read it. */
  @Column('text', { nullable: true }) orderId!: string | null;
  @Column('text') orderType!: string;
  /** Decimal text with eight decimals. */
  @Column('numeric') amount!: string;
  @Column('text') currency!: string;
  /** Empty when Binance does not report it. */
  @Column('text') receiverId!: string;
  @Column('timestamptz') paidAt!: Date;
  /** Binance has shown two different transfers under this id. */
  @Column('boolean') ambiguous!: boolean;
  /** The order it has paid; never changed once set. */
  @Column('uuid', { nullable: true }) topupId!: string | null;
}
