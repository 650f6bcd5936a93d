import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Code that gives either a discount on one top-up, or quota without a payment. */
@Entity('voucher')
export class VoucherEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') code!: string;
  /** For administrators only. */
  @Column('text') label!: string;
  /** Discount in basis points: 500 = 5 %. */
  @Column('integer', { nullable: true }) basisPoints!: number | null;
  @Column('integer', { nullable: true }) quota!: number | null;
  /** `null` is unlimited. */
  @Column('integer', { nullable: true }) maxUses!: number | null;
  @Column('integer') maxUsesPerUser!: number;
  @Column('integer') minQuantity!: number;
  /** First and last day in Asia/Jakarta, e.g. `2026-12-31`. */
  @Column('date', { nullable: true }) validFrom!: string | null;
  @Column('date', { nullable: true }) validUntil!: string | null;
  @Column('timestamptz', { nullable: true }) disabledAt!: Date | null;
  @Column('uuid') createdBy!: string;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}
