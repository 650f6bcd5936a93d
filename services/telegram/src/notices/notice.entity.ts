import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Something that a user is to be told. The row is written with the event's receipt, so none is lost. */
@Entity('notice')
export class NoticeEntity {
  @PrimaryColumn('uuid') id!: string;
  /** The event it comes from: one notice for each. */
  @Column('uuid', { unique: true }) eventId!: string;
  @Column('uuid') userId!: string;
  @Column('text') kind!: NoticeKind;
  /** What the message needs; never a password. */
  @Column('jsonb') content!: Record<string, string | number>;
  @Column('timestamptz') occurredAt!: Date;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}

export type NoticeKind = 'install_status' | 'topup_paid';
