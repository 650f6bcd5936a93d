import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { BotName } from './bot-name.js';

/** State of a bot, shared by all replicas. */
@Entity('telegram_bot')
export class BotEntity {
  @PrimaryColumn('text') name!: BotName;
  /** Whether an administrator has started the bot. */
  @Column('boolean') running!: boolean;
  @Column('timestamptz', { nullable: true }) startedAt!: Date | null;
  /** Telegram's ID of the bot that the token belongs to; `null` until known. */
  @Column('bigint', { nullable: true, transformer: bigintNumber }) botId!: number | null;
  /** ID of the next update to receive; `null` starts at Telegram's oldest pending update. */
  @Column('bigint', { nullable: true, transformer: bigintNumber }) updateOffset!: number | null;
  @Column('timestamptz', { nullable: true }) lastUpdateAt!: Date | null;
  @Column('bigint', { transformer: bigintNumber }) messageCount!: number;
  @Column('bigint', { transformer: bigintNumber }) commandCount!: number;
  @Column('bigint', { transformer: bigintNumber }) errorCount!: number;
  /** True if Telegram has answered 401 to the token. */
  @Column('boolean') tokenRefused!: boolean;
  /** Reason why no updates are received, as a sentence. */
  @Column('text', { nullable: true }) problem!: string | null;
  /** End of a pause that Telegram requested (429). */
  @Column('timestamptz', { nullable: true }) pausedUntil!: Date | null;
}
