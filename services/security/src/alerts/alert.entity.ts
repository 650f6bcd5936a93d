import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  AlertOutcome,
  AlertSeverity,
  AlertType,
} from '@casement/proto/http/security/alerts.js';

/** Alert raised by a rule. Deleted when an administrator clears it. */
@Entity('alert')
export class AlertEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') type!: AlertType;
  @Column('text') severity!: AlertSeverity;
  /** Empty if the alert concerns an account or all addresses together. */
  @Column('text') ip!: string;
  @Column('text', { nullable: true }) source!: string | null;
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('text') rule!: string;
  @Column('text') message!: string;
  @Column('integer') count!: number;
  @Column('text') outcome!: AlertOutcome;
  @Column('timestamptz') createdAt!: Date;
}
