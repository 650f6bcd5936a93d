import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { Delivery, DeliveryStatus } from '@casement/proto/http/telegram.js';
import type { BotName } from '../bots/bot-name.js';
import type { Notice, NoticeKind } from './notice.js';

/** A message to be delivered, stored in the transaction of its cause. */
@Entity('notice')
export class NoticeEntity {
  /** Event id, which makes the notice unique, or a new id for a reply. Notices are sent in this order. */
  @PrimaryColumn('uuid') id!: string;
  /** null for a chat without a user */
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('text') kind!: NoticeKind;
  @Column('jsonb') content!: Notice['content'];
  /** Set from the start for a reply; set when sent for a notice. */
  @Column('text', { nullable: true }) bot!: BotName | null;
  @Column('bigint', { nullable: true }) chatId!: string | null;
  @Column('text') status!: DeliveryStatus;
  /** null until decided */
  @Column('text', { nullable: true }) channel!: Delivery['channel'];
  /** Email was tried and cannot reach this user. */
  @Column('boolean') noEmail!: boolean;
  @Column('integer') attempts!: number;
  @Column('timestamptz') nextAttemptAt!: Date;
  @Column('timestamptz') giveUpAt!: Date;
  /** Telegram's message id, for edits. */
  @Column('bigint', { nullable: true, transformer: bigintNumber }) messageId!: number | null;
  @Column('text', { nullable: true }) error!: string | null;
  @Column('timestamptz', { nullable: true }) sentAt!: Date | null;
  @Column('timestamptz') occurredAt!: Date;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}
