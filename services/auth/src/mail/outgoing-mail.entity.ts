import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Mail stored in the transaction of the change that causes it. */
@Entity('outgoing_mail')
export class OutgoingMailEntity {
  @PrimaryColumn('uuid') id!: string;
  /** Kind of mail for the delivery log, e.g. `verification`. */
  @Column('text') kind!: string;
  /** Address, subject and text, sealed; `null` once sent or given up. */
  @Column('text', { nullable: true }) sealed!: string | null;
  @Column('integer') attempts!: number;
  @Column('timestamptz') nextAttemptAt!: Date;
  /** Time when the mail becomes useless, e.g. because its code expires. */
  @Column('timestamptz') giveUpAt!: Date;
  @Column('timestamptz', { nullable: true }) sentAt!: Date | null;
  @Column('timestamptz', { nullable: true }) failedAt!: Date | null;
  @Column('text', { nullable: true }) lastError!: string | null;
  @Column('timestamptz') createdAt!: Date;
}
