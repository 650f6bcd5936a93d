import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Customer's details for later receipts. Deleted with the account. */
@Entity('receipt_buyer')
export class ReceiptBuyerEntity {
  @PrimaryColumn('uuid') userId!: string;
  @Column('text') name!: string;
  @Column('text') address!: string;
  @Column('text') taxId!: string;
}
