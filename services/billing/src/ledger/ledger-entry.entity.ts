import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LedgerKind } from '@casement/proto/http/billing/ledger.js';

/** Change of a user's quota. Never changed or deleted. */
@Entity('ledger_entry')
export class LedgerEntryEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** Numbered 1, 2, 3 … per user, without gaps. */
  @Column('integer') entryNo!: number;
  @Column('text') kind!: LedgerKind;
  @Column('integer') amount!: number;
  @Column('integer') balanceAfter!: number;
  /** Unique name of the cause. Makes the entry idempotent. */
  @Column('text') source!: string;
  @Column('uuid', { nullable: true }) topupId!: string | null;
  /** Voucher whose quota was redeemed. */
  @Column('text', { nullable: true }) voucherCode!: string | null;
  @Column('uuid', { nullable: true }) installId!: string | null;
  /** The administrator, for adjustments and for top-ups credited by hand. */
  @Column('uuid', { nullable: true }) actorId!: string | null;
  @Column('text') reason!: string;
  /** The administrator's note on an adjustment or a credit. */
  @Column('text', { nullable: true }) note!: string | null;
  @Column('timestamptz') createdAt!: Date;
}
