import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { z } from 'zod';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import { noticeEvent, type Delivery, type DeliveryStatus } from '@casement/proto/http/telegram.js';
import type { BotName } from '../bots/bot-name.js';

/** `reply`: a bot's answer in a chat; no notice of an event, but sent in the same order. */
export const noticeKind = z.enum([...noticeEvent.options, 'reply']);
export type NoticeKind = z.infer<typeof noticeKind>;

/** The values in the text; never a password. */
export const noticeContent = z.record(z.string(), z.union([z.string(), z.number()]));

/** A message to be delivered. The row is written in the transaction of its cause, so none is lost. */
@Entity('notice')
export class NoticeEntity {
  /** The id of the event, so that there is one notice of each; a new one for a reply. Notices are sent in its order. */
  @PrimaryColumn('uuid') id!: string;
  /** Null for a chat that belongs to no user. */
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('text') kind!: NoticeKind;
  @Column('jsonb') content!: z.infer<typeof noticeContent>;
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
