import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AlertSeverity, AlertType } from '@casement/proto/http/security/alerts.js';

/** Detection rule: defines which signals raise an alert and whether the address is blocked. */
@Entity('rule')
export class RuleEntity {
  @PrimaryColumn('text') name!: string;
  @Column('text') description!: string;
  /** Message of the alert, with `{count}` and `{minutes}`. */
  @Column('text') message!: string;
  @Column('text', { array: true }) kinds!: string[];
  /** Scope within which signals count together. */
  @Column('text') per!: 'address' | 'account' | 'everywhere';
  @Column('text') counts!: 'signals' | 'targets' | 'addresses';
  @Column('integer') threshold!: number;
  @Column('integer') windowSeconds!: number;
  /**
   * Name of an `everywhere` rule. If set, this rule applies only while that rule has been hit within its own window.
   */
  @Column('text', { nullable: true }) during!: string | null;
  @Column('text') alertType!: AlertType;
  @Column('text') severity!: AlertSeverity;
  /** `none` only raises alerts. Only a rule per address can block. */
  @Column('text') decision!: 'none' | 'temporary' | 'block';
  /** Duration of the first block. */
  @Column('integer') blockMinutes!: number;
  /** Factor by which the block grows with each earlier offence. */
  @Column('double precision') growth!: number;
  @Column('integer') maxBlockMinutes!: number;
  /** `simulate` raises alerts without blocking. */
  @Column('text') mode!: 'on' | 'simulate' | 'off';
}
