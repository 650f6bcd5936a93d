import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { VpsCheckStatus } from '@casement/proto/http/install/vps-checks.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { Examination } from '@casement/install-engine/preflight/examine.js';

/** A "Check my VPS" request. Deleted after a day. */
@Entity('vps_check')
export class VpsCheckEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  @Column('text') ip!: string;
  /** The requester's IPv4 address or /64 (client-networks.ts). `null` for checks created by an older version. */
  @Column('text', { nullable: true }) client!: string | null;
  @Column('uuid', { nullable: true }) batchId!: string | null;
  @Column('text', { nullable: true }) winVer!: string | null;
  @Column('text', { nullable: true }) winName!: string | null;
  @Column('text', { nullable: true }) manifestSha256!: string | null;

  /** `null` for the default port and root. */
  @Column('int', { nullable: true }) sshPort!: number | null;
  @Column('text', { nullable: true }) sshUser!: string | null;
  /** Sealed password or key of the SSH account (engine `ssh/credentials.ts`). Erased when the check ends. */
  @Column('text', { name: 'vps_password', nullable: true }) vpsCredentials!: string | null;
  @Column('text') status!: VpsCheckStatus;
  @Column('jsonb') state!: Examination;
  /**
   * SHA-256 of the token with which the VPS measures its download rate. The token gives access to `tokenChunks` only.
   */
  @Column('text', { nullable: true }) tokenHash!: string | null;
  @Column('text', { array: true }) tokenChunks!: string[];
  /** Host key of a VPS that passed, until an install uses it. */
  @Column('text', { nullable: true }) fingerprint!: string | null;

  @Column('timestamptz') runAfter!: Date;
  /** Position in the queue, see `nextTurn`. */
  @Column('bigint', { transformer: bigintNumber, default: 0 }) turn!: number;
  @Column('text', { nullable: true }) leaseOwner!: string | null;
  @Column('bigint', { transformer: bigintNumber }) leaseEpoch!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;

  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}
