import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Settings of later receipts. The table has a single row; the seller is empty until it is entered. */
@Entity('receipt_settings')
export class ReceiptSettingsEntity {
  @PrimaryColumn('boolean') onlyRow!: boolean;
  @Column('text') receiptPrefix!: string;
  @Column('text') creditNotePrefix!: string;
  @Column('text') sellerName!: string;
  @Column('text') sellerAddress!: string;
  @Column('text') sellerTaxId!: string;
  @Column('text', { nullable: true }) taxLabel!: string | null;
  @Column('integer', { nullable: true }) taxRateBasisPoints!: number | null;
  @Column('text', { nullable: true }) taxBaseFactor!: string | null;
}
