import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { AgentState } from '@casement/install-engine/agent-api/agent-state.js';
import type { ImageKind } from '@casement/proto/http/install/linux.js';
import type { ConvertState } from '@casement/install-engine/convert/state.js';
import type { WindowsChoices } from '@casement/install-engine/windows/settings.js';
import type { StoredStatus } from './install-status.js';

@Entity('install')
export class InstallEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** Copy of auth's username, for searches. */
  @Column('text', { nullable: true }) username!: string | null;
  @Column('text') ip!: string;
  /**
   * Public port of remote desktop, which is the SSH port of the request; read by `publicPort`. `null` in installs of
   * an older version. Windows may listen on another port, `engineState.plan.rdpPort`.
   */
  @Column('int', { nullable: true }) rdpPort!: number | null;
  /** The owner's name for the machine, equal in all installs of its address and port. */
  @Column('text', { nullable: true }) label!: string | null;
  /** `linux` for a return to Linux, whose version is a Linux image. */
  @Column('text', { default: 'windows' }) kind!: ImageKind;
  /** Quota that the install costs: 0 or 1. */
  @Column('int', { default: 1 }) price!: number;
  @Column('text') winVer!: string;
  @Column('text') winName!: string;
  /** Image when the install was requested. A later change of the version's image does not affect it. */
  @Column('text') manifestSha256!: string;

  /** `null` for the configured port and root. */
  @Column('int', { nullable: true }) sshPort!: number | null;
  @Column('text', { nullable: true }) sshUser!: string | null;
  /**
   * Sealed password or key of the SSH account (engine `ssh/credentials.ts`). Erased at the commit, or when the
   * install ends without one.
   */
  @Column('text', { name: 'vps_password', nullable: true }) vpsCredentials!: string | null;
  /** Sealed. Shown only to the owner. */
  @Column('text', { nullable: true }) rdpPassword!: string | null;

  /** Sealed access to the new Linux (engine `linux/linux-access.ts`). Erased when the install ends. */
  @Column('text', { nullable: true }) linuxAccess!: string | null;

  /** Customer's choices, without secrets. `null` in installs of an older version. */
  @Column('jsonb', { nullable: true }) windowsOptions!: WindowsChoices | null;
  /** Sealed password of Windows' second account. Erased when the install ends. */
  @Column('text', { nullable: true }) accountPassword!: string | null;
  /** Sealed licence key. Erased when the install ends; Windows got it before. */
  @Column('text', { nullable: true }) productKey!: string | null;
  /** Sealed first-start script. Erased when the install ends; Windows got it before. */
  @Column('text', { name: 'script_sealed', nullable: true }) script!: string | null;

  /** Times of the owner's password checks within the last hour, for the throttle. */
  @Column('timestamptz', { array: true, default: [] }) rdpCheckedAt!: Date[];

  /** Trace of the request, continued by all later work. `null` for installs of older versions. */
  @Column('text', { nullable: true }) correlationId!: string | null;

  @Column('text') status!: StoredStatus;
  /** Incremented with each change of status. Each change is conditional on the version it read. */
  @Column('int') version!: number;

  /** Step, phase, failure and findings of the engine. Written only by the lease holder. */
  @Column('jsonb') engineState!: ConvertState;
  @Column('timestamptz') runAfter!: Date;
  /** Position in the queue, see `nextTurn`. */
  @Column('bigint', { transformer: bigintNumber, default: 0 }) turn!: number;
  @Column('text', { nullable: true }) leaseOwner!: string | null;
  /** Fencing token, incremented with each claim. */
  @Column('bigint', { transformer: bigintNumber }) leaseEpoch!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;

  /** SHA-256 of the RAM stage's token. `null` before the stage runs and after the end. */
  @Column('text', { nullable: true }) agentTokenHash!: string | null;
  /** Reports of the RAM stage, and the boot that was granted the commit. */
  @Column('jsonb') agentState!: AgentState;

  /** Whether the first starts of Windows are guarded, as decided at the request. */
  @Column('boolean', { default: false }) bootGuard!: boolean;
  /**
   * SHA-256 of the recovery system's token, from the commit until Windows has accepted the password or, if the customer
   * keeps the recovery system, has removed it, or until another install is written to the machine.
   */
  @Column('text', { nullable: true }) recoveryTokenHash!: string | null;

  @Column('timestamptz', { default: () => 'now()' }) statusChangedAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updatedAt!: Date;
}
