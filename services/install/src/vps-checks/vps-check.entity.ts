import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { VpsCheckStatus } from '@casement/proto/http/vps-checks.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { Examination } from '@casement/install-engine/preflight/examine.js';

/** One "Check my VPS": the request, the findings, its lease. Deleted after a day. */
@Entity('vps_check')
export class VpsCheckEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  @Column('text') ip!: string;
  /** Who asked: an IPv4 address or a /64 (client-networks.ts). Null for those of an older version. */
  @Column('text', { nullable: true }) client!: string | null;
  /** The batch that it belongs to; null: asked for on its own. */
  @Column('uuid', { nullable: true }) batchId!: string | null;
  @Column('text', { nullable: true }) winVer!: string | null;
  @Column('text', { nullable: true }) winName!: string | null;
  @Column('text', { nullable: true }) manifestSha256!: string | null;

  /** As of an install. */
  @Column('int', { nullable: true }) sshPort!: number | null;
  @Column('text', { nullable: true }) sshUser!: string | null;
  /** The root password, or a key and what belongs to it (credentials.ts). Sealed; erased when the check ends. */
  @Column('text', { nullable: true }) vpsPassword!: string | null;
  @Column('text') status!: VpsCheckStatus;
  @Column('jsonb') state!: Examination;
  /** sha256 of the token that the VPS measures with, and the chunks it opens. */
  @Column('text', { nullable: true }) tokenHash!: string | null;
  @Column('text', { array: true }) tokenChunks!: string[];
  /** The host key of a VPS that passed, until an install begins with it. */
  @Column('text', { nullable: true }) fingerprint!: string | null;

  @Column('timestamptz') runAfter!: Date;
  /** Its place among all that wait for a worker: see nextTurn. */
  @Column('bigint', { transformer: bigintNumber, default: 0 }) turn!: number;
  @Column('text', { nullable: true }) leaseOwner!: string | null;
  @Column('bigint', { transformer: bigintNumber }) leaseEpoch!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;

  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}
