import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A transfer as Binance has shown it to us. Its sender is not stored. */
@Entity('bpay_transfer')
export class TransferEntity {
  /** Its one name, see binance/transaction-id.ts. */
  @PrimaryColumn('text') transactionId!: string;
  @Column('text') orderType!: string;
  /** Decimal text with eight decimals. */
  @Column('numeric') amount!: string;
  @Column('text') currency!: string;
  /** Empty when Binance does not report it. */
  @Column('text') receiverId!: string;
  @Column('timestamptz') paidAt!: Date;
  /** Binance has shown two different transfers under this name. */
  @Column('boolean') ambiguous!: boolean;
  /** The order that it has paid; once set it is never changed. */
  @Column('uuid', { nullable: true }) topupId!: string | null;
}
