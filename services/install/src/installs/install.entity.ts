import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { InstallStatus } from '@casement/proto/http/install.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { AgentState } from '@casement/install-engine/agent-api/agent-state.js';
import type { ConvertState } from '@casement/install-engine/convert/state.js';

/** `reserving` is ours alone: the row exists, the quota is not held yet. Such a row is not shown. */
export type StoredStatus = 'reserving' | InstallStatus;

/** One install: the request, its state, its lease, and what the VPS reported. */
@Entity('install')
export class InstallEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** As auth last named the user, for searches; null until it has. */
  @Column('text', { nullable: true }) username!: string | null;
  @Column('text') ip!: string;
  @Column('text') winVer!: string;
  @Column('text') winName!: string;
  /** The image it began with, even if the version gets another one later. */
  @Column('text') manifestSha256!: string;

  /** Where SSH answers and who signs in; null: as everywhere, as root. */
  @Column('int', { nullable: true }) sshPort!: number | null;
  @Column('text', { nullable: true }) sshUser!: string | null;
  /** The root password, or a key and what belongs to it (credentials.ts). Sealed; erased at the commit, or at the end where there was none. */
  @Column('text', { nullable: true }) vpsPassword!: string | null;
  /** Sealed; shown to the owner only. */
  @Column('text', { nullable: true }) rdpPassword!: string | null;

  /** When its owner last had the password tried, for the throttle: within the hour. */
  @Column('timestamptz', { array: true, default: [] }) rdpCheckedAt!: Date[];

  /** Of the request that began it: all later work on it belongs to its trace. Null for those of older days. */
  @Column('text', { nullable: true }) correlationId!: string | null;

  @Column('text') status!: StoredStatus;
  /** Grows with each change of status; every change is conditional on the one it saw. */
  @Column('int') version!: number;

  /** What the engine knows, step and phase and failure included. Written by the holder of the lease only. */
  @Column('jsonb') engineState!: ConvertState;
  @Column('timestamptz') runAfter!: Date;
  /** Its place among all that wait for a worker: see nextTurn. */
  @Column('bigint', { transformer: bigintNumber, default: 0 }) turn!: number;
  @Column('text', { nullable: true }) leaseOwner!: string | null;
  /** Grows with each claim; a worker that writes with an older one has been replaced. */
  @Column('bigint', { transformer: bigintNumber }) leaseEpoch!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;

  /** sha256 of the RAM stage's token; null before there is one and after the end. */
  @Column('text', { nullable: true }) agentTokenHash!: string | null;
  /** What the RAM stage reported, and the boot that was granted the commit. */
  @Column('jsonb') agentState!: AgentState;

  @Column('timestamptz', { default: () => 'now()' }) statusChangedAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updatedAt!: Date;
}
