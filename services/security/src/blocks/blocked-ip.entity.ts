import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BlockType } from '@casement/proto/http/security/blocks.js';

/** An address or CIDR that every service refuses. Ended blocks stay as its history. */
@Entity('blocked_ip')
export class BlockedIpEntity {
  @PrimaryColumn('uuid') id!: string;
  /** In its canonical spelling: an IPv6 address as its /64. */
  @Column('text') ip!: string;
  @Column('text') blockType!: BlockType;
  @Column('text') reason!: string;
  /** Null: an administrator's decision. */
  @Column('text', { nullable: true }) rule!: string | null;
  @Column('uuid', { nullable: true }) blockedBy!: string | null;
  @Column('timestamptz') blockedAt!: Date;
  /** Null: permanent. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  /** Blocks of this address so far, this one included. */
  @Column('integer') attempts!: number;
  /** When the enforcement points had received it. */
  @Column('timestamptz', { nullable: true }) inForceAt!: Date | null;
  /** Set when it was lifted, replaced, or cleaned up after its time. */
  @Column('timestamptz', { nullable: true }) liftedAt!: Date | null;
  @Column('uuid', { nullable: true }) liftedBy!: string | null;
  @Column('text', { nullable: true }) liftReason!: string | null;
  /** Removed from the list; kept as history. */
  @Column('timestamptz', { nullable: true }) removedAt!: Date | null;
}

/** Is it in force? */
export const isActive = ({ liftedAt, expiresAt }: BlockedIpEntity, now = new Date()): boolean =>
  liftedAt === null && (expiresAt === null || expiresAt > now);
