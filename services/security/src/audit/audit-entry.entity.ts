import type { ActorRole } from '@casement/proto/http/security/audit.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An administrative or account-changing act: who, what, before, after, from where. */
@Entity('audit_entry')
export class AuditEntryEntity {
  @PrimaryColumn('uuid') id!: string;
  /** Null for the system itself and for visitors. */
  @Column('uuid', { nullable: true }) actorId!: string | null;
  /** What the actor was then; null in entries of 0.1.0. */
  @Column('text', { nullable: true }) actorRole!: ActorRole | null;
  /** By which of the actor's API keys; null: they did so themselves. */
  @Column('uuid', { nullable: true }) apiKeyId!: string | null;
  @Column('text') action!: string;
  @Column('text') target!: string;
  /** JSON text, as the service that acted wrote it. */
  @Column('text') before!: string;
  @Column('text') after!: string;
  @Column('text', { nullable: true }) ip!: string | null;
  @Column('text') service!: string;
  @Column('timestamptz') occurredAt!: Date;
}
