import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { BatchRowStatus, BatchStatus } from '@casement/proto/http/batches.js';
import type { InstallFailure } from '@casement/proto/http/install.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

/** Many machines that are converted under one limit. Every change of it or a row of it holds its lock. */
@Entity('install_batch')
export class BatchEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** Who sent it: an IPv4 address or a /64 (client-networks.ts). */
  @Column('text', { nullable: true }) client!: string | null;
  /** Of the request that made it: its checks and installs belong to its trace. */
  @Column('text', { nullable: true }) correlationId!: string | null;
  @Column('text') status!: BatchStatus;
  /** Installs under way at most; null before the start. */
  @Column('int', { nullable: true }) atATime!: number | null;
  @Column('int') size!: number;

  @Column('timestamptz') runAfter!: Date;
  @Column('text', { nullable: true }) leaseOwner!: string | null;
  @Column('bigint', { transformer: bigintNumber }) leaseEpoch!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) startedAt!: Date | null;
  /** No row of it changes any more without a user's action. */
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}

/** One machine of a batch. */
@Entity('install_batch_row')
export class BatchRowEntity {
  @PrimaryColumn('uuid') batchId!: string;
  /** From 1, in the order in which they were sent. */
  @PrimaryColumn('int') number!: number;
  @Column('text') ip!: string;
  @Column('text') winVer!: string;
  @Column('text', { nullable: true }) winName!: string | null;
  @Column('int', { nullable: true }) sshPort!: number | null;
  @Column('text', { nullable: true }) sshUser!: string | null;
  @Column('text') status!: BatchRowStatus;

  /** Sealed (row-credentials.ts); erased when its install has begun, when they are of no use, and after 24 hours. */
  @Column('text', { nullable: true }) credentials!: string | null;
  @Column('timestamptz', { nullable: true }) credentialsUntil!: Date | null;

  @Column('uuid', { nullable: true }) checkId!: string | null;
  /** Set in the transaction that inserts that install: a row has one at a time, and an install one row. */
  @Column('uuid', { nullable: true }) installId!: string | null;
  /** Of its end; of a row that waits for longer than usual, why. */
  @Column('jsonb', { nullable: true }) failure!: InstallFailure | null;
  @Column('text', { nullable: true }) field!: string | null;
  /** As its check expected. */
  @Column('int', { nullable: true }) installSeconds!: number | null;

  @Column('timestamptz', { nullable: true }) startedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
