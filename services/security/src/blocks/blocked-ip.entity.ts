import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BlockType } from '@casement/proto/http/security/blocks.js';

/** Address or CIDR that every service refuses. Ended blocks are kept as history. */
@Entity('blocked_ip')
export class BlockedIpEntity {
  @PrimaryColumn('uuid') id!: string;
  /** Canonical form; a single IPv6 address is stored as its /64. */
  @Column('text') ip!: string;
  @Column('text') blockType!: BlockType;
  @Column('text') reason!: string;
  /** Rule that caused the block; `null` if an administrator did. */
  @Column('text', { nullable: true }) rule!: string | null;
  @Column('uuid', { nullable: true }) blockedBy!: string | null;
  @Column('timestamptz') blockedAt!: Date;
  /** `null` for a permanent block. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  /** Number of blocks of this address, including this block. */
  @Column('integer') attempts!: number;
  /** Time when the block was written to the bucket that the enforcement points follow. */
  @Column('timestamptz', { nullable: true }) inForceAt!: Date | null;
  /** Time when the block was lifted or replaced, or cleaned up after its expiry. */
  @Column('timestamptz', { nullable: true }) liftedAt!: Date | null;
  @Column('uuid', { nullable: true }) liftedBy!: string | null;
  @Column('text', { nullable: true }) liftReason!: string | null;
  /** Time when the ended block was removed from the administrators' list. The row is kept as history. */
  @Column('timestamptz', { nullable: true }) removedAt!: Date | null;
}

export const isActive = ({ liftedAt, expiresAt }: BlockedIpEntity, now = new Date()): boolean =>
  liftedAt === null && (expiresAt === null || expiresAt > now);
