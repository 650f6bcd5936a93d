import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  AlertOutcome,
  AlertSeverity,
  AlertType,
} from '@casement/proto/http/security/alerts.js';

/** What a rule has found. It is deleted when an administrator has done with it. */
@Entity('alert')
export class AlertEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') type!: AlertType;
  @Column('text') severity!: AlertSeverity;
  /** '' where it is about an account, or everywhere. */
  @Column('text') ip!: string;
  @Column('text', { nullable: true }) source!: string | null;
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('text') rule!: string;
  @Column('text') message!: string;
  @Column('integer') count!: number;
  @Column('text') outcome!: AlertOutcome;
  @Column('timestamptz') createdAt!: Date;
}
