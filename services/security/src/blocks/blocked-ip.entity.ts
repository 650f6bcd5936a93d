import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BlockType } from '@casement/proto/http/security/blocks.js';

/** Address or CIDR that every service refuses. Ended blocks are kept as history. */
@Entity('blocked_ip')
export class BlockedIpEntity {
  @PrimaryColumn('uuid') id!: string;
  /** Canonical; an IPv6 address is stored as its /64. */
  @Column('text') ip!: string;
  @Column('text') blockType!: BlockType;
  @Column('text') reason!: string;
  /** `null` for an administrator's decision. */
  @Column('text', { nullable: true }) rule!: string | null;
  @Column('uuid', { nullable: true }) blockedBy!: string | null;
  @Column('timestamptz') blockedAt!: Date;
  /** `null` if permanent. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  /** Number of blocks of this address, including this block. */
  @Column('integer') attempts!: number;
  /** Time when the enforcement points received it. */
  @Column('timestamptz', { nullable: true }) inForceAt!: Date | null;
  /** Time when it was lifted, replaced, or cleaned up after it expired. */
  @Column('timestamptz', { nullable: true }) liftedAt!: Date | null;
  @Column('uuid', { nullable: true }) liftedBy!: string | null;
  @Column('text', { nullable: true }) liftReason!: string | null;
  /** Time when it was removed from the list. The row is kept as history. */
  @Column('timestamptz', { nullable: true }) removedAt!: Date | null;
}

/** Returns whether a block is in force. */
export const isActive = ({ liftedAt, expiresAt }: BlockedIpEntity, now = new Date()): boolean =>
  liftedAt === null && (expiresAt === null || expiresAt > now);
