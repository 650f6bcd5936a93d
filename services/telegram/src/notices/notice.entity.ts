import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/database/bigint-number.js';
import type { Delivery, DeliveryStatus, NoticeEvent } from '@casement/proto/http/telegram.js';
import type { BotName } from '../bots/bot-name.js';

/** `reply`: a bot's answer in a chat; no notice of an event, but sent in the same order. */
export type NoticeKind = NoticeEvent | 'reply';

/** A message to be delivered. The row is written in the transaction of its cause, so none is lost. */
@Entity('notice')
export class NoticeEntity {
  @PrimaryColumn('uuid') id!: string;
  /** The event it comes from: one notice for each. Null for replies. */
  @Column('uuid', { unique: true, nullable: true }) eventId!: string | null;
  /** Null for a chat that belongs to no user. */
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('text') kind!: NoticeKind;
  /** The values in the text; never a password. */
  @Column('jsonb') content!: Record<string, string | number>;
  /** Set from the start for a reply, and once sent for a notice. */
  @Column('text', { nullable: true }) bot!: BotName | null;
  @Column('bigint', { nullable: true }) chatId!: string | null;
  @Column('text') status!: DeliveryStatus;
  /** The way it was or will be sent; null until it is decided. */
  @Column('text', { nullable: true }) channel!: Delivery['channel'];
  /** E-mail was tried and cannot reach this user. */
  @Column('boolean') noEmail!: boolean;
  @Column('integer') attempts!: number;
  @Column('timestamptz') nextAttemptAt!: Date;
  /** It is not sent after this time. */
  @Column('timestamptz') giveUpAt!: Date;
  /** Telegram's id of the message, to edit it. */
  @Column('bigint', { nullable: true, transformer: bigintNumber }) messageId!: number | null;
  @Column('text', { nullable: true }) error!: string | null;
  @Column('timestamptz', { nullable: true }) sentAt!: Date | null;
  @Column('timestamptz') occurredAt!: Date;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}
