import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { PasswordReset } from '@casement/proto/http/install/password-reset.js';

/** Last reset of an install's Windows password. */
@Entity('password_reset')
export class PasswordResetEntity {
  @PrimaryColumn('uuid') installId!: string;
  /** Identifies the order in the recovery system's report. */
  @Column('uuid') id!: string;
  /** Boot whose code the owner entered. No other gets the password. */
  @Column('text') bootId!: string;
  @Column('text') status!: PasswordReset['status'];
  /** Sealed. Erased when the reset ends. */
  @Column('text', { nullable: true }) password!: string | null;
  /** AUTHENTICATE messages with the new password, which Windows counts. */
  @Column('int', { default: 0 }) tries!: number;
  @Column('jsonb', { nullable: true }) failure!: PasswordReset['failure'];
  @Column('timestamptz') expiresAt!: Date;
  /** Next sign-in, or the end of the wait. `null` once the reset has ended. */
  @Column('timestamptz', { nullable: true }) runAfter!: Date | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
}

const MINUTE = 60_000;
/**
 * From the order to the report, and from that to the proof: Windows starts twice, and three tries on a locked account
 * take seven minutes.
 */
export const PROVEN_WITHIN_MS = 30 * MINUTE;

/** Columns of a reset that ends now. The password is erased. */
export const endedReset = (
  status: 'done' | 'failed',
  failure: PasswordReset['failure'] = null,
): Pick<PasswordResetEntity, 'status' | 'failure' | 'password' | 'runAfter' | 'endedAt'> => ({
  status,
  failure,
  password: null,
  runAfter: null,
  endedAt: new Date(),
});
