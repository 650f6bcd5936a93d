import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type {
  BatchPauseReason,
  BatchRowStatus,
  BatchStatus,
  SecretOption,
} from '@casement/proto/http/install/batches/batches.js';
import type { InstallFailure } from '@casement/proto/http/install/install.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { WindowsChoices } from '@casement/install-engine/windows/settings.js';

export interface BatchOptions {
  /** Absent if the batch has no Windows settings. */
  choices?: WindowsChoices;
  /** Names of the chosen secret settings, also after these were erased. */
  secrets: SecretOption[];
}

/**
 * A set of machines that are converted under one concurrency limit. Every change of a batch or its rows holds the
 * batch's lock.
 */
@Entity('install_batch')
export class BatchEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** The requester's IPv4 address or /64 (client-networks.ts). */
  @Column('text', { nullable: true }) client!: string | null;
  /** Trace of the request, continued by the batch's checks and installs. */
  @Column('text', { nullable: true }) correlationId!: string | null;
  @Column('text') status!: BatchStatus;
  /** Reason for an automatic pause; `null` if the batch is not paused or its user paused it. */
  @Column('text', { nullable: true }) pauseReason!: BatchPauseReason | null;
  /** Maximum of concurrent installs; `null` before the start. */
  @Column('int', { nullable: true }) atATime!: number | null;
  @Column('int') size!: number;
  /** Windows settings for retries, without secrets. `null` in batches of an older version. */
  @Column('jsonb', { nullable: true }) windowsOptions!: BatchOptions | null;
  /**
   * Sealed (row-credentials.service.ts). Erased after 24 hours unless a row still has credentials, and once no row can
   * be retried.
   */
  @Column('text', { nullable: true }) secretOptions!: string | null;

  @Column('timestamptz') runAfter!: Date;
  @Column('text', { nullable: true }) leaseOwner!: string | null;
  @Column('bigint', { transformer: bigintNumber }) leaseEpoch!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) startedAt!: Date | null;
  /** After this time, rows change only by a user's action. */
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}

@Entity('install_batch_row')
export class BatchRowEntity {
  @PrimaryColumn('uuid') batchId!: string;
  /** Position in the request, starting at 1. */
  @PrimaryColumn('int') number!: number;
  @Column('text') ip!: string;
  @Column('text') winVer!: string;
  @Column('text', { nullable: true }) winName!: string | null;
  @Column('int', { nullable: true }) sshPort!: number | null;
  @Column('text', { nullable: true }) sshUser!: string | null;
  @Column('text') status!: BatchRowStatus;

  /**
   * Sealed (row-credentials.service.ts). Erased when the install has started, when they are useless, and after 24
   * hours.
   */
  @Column('text', { nullable: true }) credentials!: string | null;
  @Column('timestamptz', { nullable: true }) credentialsUntil!: Date | null;

  @Column('uuid', { nullable: true }) checkId!: string | null;
  /** Set in the transaction that inserts the install. */
  @Column('uuid', { nullable: true }) installId!: string | null;
  /** Failure of an ended row, or the reason why a row waits longer than usual. */
  @Column('jsonb', { nullable: true }) failure!: InstallFailure | null;
  @Column('text', { nullable: true }) field!: string | null;
  /** Install duration estimated by the check. */
  @Column('int', { nullable: true }) installSeconds!: number | null;

  @Column('timestamptz', { nullable: true }) startedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}

export type BatchLease = HeldLease<BatchEntity>;
