import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AlertSeverity, AlertType } from '@casement/proto/http/security/alerts.js';

/** When signals become an alert, and what is then decided. The rows are the rules. */
@Entity('rule')
export class RuleEntity {
  @PrimaryColumn('text') name!: string;
  @Column('text') description!: string;
  /** Of the alert, with `{count}` and `{minutes}`. */
  @Column('text') message!: string;
  @Column('text', { array: true }) kinds!: string[];
  /** Whose signals count together. */
  @Column('text') per!: 'address' | 'account' | 'everywhere';
  @Column('text') counts!: 'signals' | 'targets' | 'addresses';
  @Column('integer') threshold!: number;
  @Column('integer') windowSeconds!: number;
  /** It counts only while this other rule, one for everywhere, was hit within its own window. */
  @Column('text', { nullable: true }) during!: string | null;
  @Column('text') alertType!: AlertType;
  @Column('text') severity!: AlertSeverity;
  /** An alert is not a decision: `none` blocks no one. Only a rule per address can block. */
  @Column('text') decision!: 'none' | 'temporary' | 'block';
  /** Of the first block. */
  @Column('integer') blockMinutes!: number;
  /** A repeat offender's `block` is this many times as long as the one before. */
  @Column('double precision') growth!: number;
  @Column('integer') maxBlockMinutes!: number;
  /** `simulate` raises alerts and blocks no one. */
  @Column('text') mode!: 'on' | 'simulate' | 'off';
}
