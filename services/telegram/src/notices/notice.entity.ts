import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/database/bigint-number.js';
import type { Delivery, DeliveryStatus, NoticeEvent } from '@casement/proto/http/telegram.js';
import type { BotName } from '../bots/bot-name.js';

/** `reply`: what a bot answers in a chat; no notice of an event, but sent in the same order. */
export type NoticeKind = NoticeEvent | 'reply';

/** Something that somebody is to be told. The row is written with its cause, so none is lost. */
@Entity('notice')
export class NoticeEntity {
  @PrimaryColumn('uuid') id!: string;
  /** The event it comes from: one notice for each. Null for replies. */
  @Column('uuid', { unique: true, nullable: true }) eventId!: string | null;
  /** Null for a chat that belongs to no user. */
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('text') kind!: NoticeKind;
  /** What the message needs; never a password. */
  @Column('jsonb') content!: Record<string, string | number>;
  /** Replies only: where to. */
  @Column('text', { nullable: true }) bot!: BotName | null;
  @Column('bigint', { nullable: true }) chatId!: string | null;
  @Column('text') status!: DeliveryStatus;
  /** The way it went or will go; null until it was decided. */
  @Column('text', { nullable: true }) channel!: Delivery['channel'];
  /** E-mail was tried and is no way for this user. */
  @Column('boolean') noEmail!: boolean;
  @Column('integer') attempts!: number;
  @Column('timestamptz') nextAttemptAt!: Date;
  /** From then on it is old news. */
  @Column('timestamptz') giveUpAt!: Date;
  /** Telegram's id of the message, to edit it. */
  @Column('bigint', { nullable: true, transformer: bigintNumber }) messageId!: number | null;
  @Column('text', { nullable: true }) error!: string | null;
  @Column('timestamptz', { nullable: true }) sentAt!: Date | null;
  @Column('timestamptz') occurredAt!: Date;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}
