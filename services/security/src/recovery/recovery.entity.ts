import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecoveryRecord, RecoveryStatus } from '@casement/proto/http/security/recovery.js';

/** Recovery triggered by an administrator or by the system. */
@Entity('recovery')
export class RecoveryEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') ip!: string;
  @Column('text') recoveryType!: RecoveryRecord['recoveryType'];
  /** `null` if triggered by the system. */
  @Column('uuid', { nullable: true }) triggeredBy!: string | null;
  @Column('text') reason!: string;
  @Column('text') status!: RecoveryStatus;
  @Column('integer') attempts!: number;
  @Column('timestamptz') nextAttemptAt!: Date;
  @Column('text') error!: string;
  /** Results of the steps, as sentences. */
  @Column('text') result!: string;
  @Column('timestamptz') startedAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
