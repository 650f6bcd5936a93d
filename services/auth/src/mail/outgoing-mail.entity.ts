import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail that was decided on in some change's own transaction, so that a crash loses none. */
@Entity('outgoing_mail')
export class OutgoingMailEntity {
  @PrimaryColumn('uuid') id!: string;
  /** For the delivery log, e.g. `verification`. */
  @Column('text') kind!: string;
  /** Address, subject and text, sealed; null once sent or given up. */
  @Column('text', { nullable: true }) sealed!: string | null;
  @Column('integer') attempts!: number;
  @Column('timestamptz') nextAttemptAt!: Date;
  /** When it has become useless, e.g. because its code has expired. */
  @Column('timestamptz') giveUpAt!: Date;
  @Column('timestamptz', { nullable: true }) sentAt!: Date | null;
  @Column('timestamptz', { nullable: true }) failedAt!: Date | null;
  @Column('text', { nullable: true }) lastError!: string | null;
  @Column('timestamptz') createdAt!: Date;
}
