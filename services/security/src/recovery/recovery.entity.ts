import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecoveryRecord, RecoveryStatus } from '@casement/proto/http/security/recovery.js';

/** A recovery triggered by an administrator or by the system. */
@Entity('recovery')
export class RecoveryEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') ip!: string;
  @Column('text') recoveryType!: RecoveryRecord['recoveryType'];
  /** Null for the system. */
  @Column('uuid', { nullable: true }) triggeredBy!: string | null;
  @Column('text') reason!: string;
  @Column('text') status!: RecoveryStatus;
  /** Tries so far. */
  @Column('integer') attempts!: number;
  @Column('timestamptz') nextAttemptAt!: Date;
  @Column('text') error!: string;
  /** Result, as sentences. */
  @Column('text') result!: string;
  @Column('timestamptz') startedAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
