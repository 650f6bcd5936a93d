import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Settings of later receipts. The table has a single row; the seller's columns are `null` until they are entered. */
@Entity('receipt_settings')
export class ReceiptSettingsEntity {
  @PrimaryColumn('boolean') onlyRow!: boolean;
  @Column('text') receiptPrefix!: string;
  @Column('text') creditNotePrefix!: string;
  @Column('text', { nullable: true }) sellerName!: string | null;
  @Column('text', { nullable: true }) sellerAddress!: string | null;
  @Column('text', { nullable: true }) sellerTaxId!: string | null;
  @Column('text', { nullable: true }) taxLabel!: string | null;
  @Column('integer', { nullable: true }) taxRateBasisPoints!: number | null;
  @Column('text', { nullable: true }) taxBaseFactor!: string | null;
}
