import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AlertSeverity, AlertType } from '@casement/proto/http/security/alerts.js';

/** Detection rule. Defines when signals become an alert, and which decision follows. */
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
  /** Name of an `everywhere` rule. This rule applies only while that rule was hit within its own window. */
  @Column('text', { nullable: true }) during!: string | null;
  @Column('text') alertType!: AlertType;
  @Column('text') severity!: AlertSeverity;
  /** `none` only raises alerts. Only a rule per address can block. */
  @Column('text') decision!: 'none' | 'temporary' | 'block';
  /** Duration of the first block. */
  @Column('integer') blockMinutes!: number;
  /** Factor by which each further block of an offender is longer. */
  @Column('double precision') growth!: number;
  @Column('integer') maxBlockMinutes!: number;
  /** `simulate` raises alerts without blocking. */
  @Column('text') mode!: 'on' | 'simulate' | 'off';
}
