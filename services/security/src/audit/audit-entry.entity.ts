import type { ActorRole } from '@casement/proto/http/security/audit.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An action of an administrator, or a change of an account. */
@Entity('audit_entry')
export class AuditEntryEntity {
  @PrimaryColumn('uuid') id!: string;
  /** `null` if the actor is the system or a visitor. */
  @Column('uuid', { nullable: true }) actorId!: string | null;
  /** Role of the actor at the time of the action; `null` in entries of 0.1.0. */
  @Column('text', { nullable: true }) actorRole!: ActorRole | null;
  /** API key that the actor used; `null` if the actor used a session. */
  @Column('uuid', { nullable: true }) apiKeyId!: string | null;
  @Column('text') action!: string;
  @Column('text') target!: string;
  /** JSON written by the service in which the action took place; '' if there is none. */
  @Column('text') before!: string;
  @Column('text') after!: string;
  @Column('text', { nullable: true }) ip!: string | null;
  @Column('text') service!: string;
  @Column('timestamptz') occurredAt!: Date;
}
