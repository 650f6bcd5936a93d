import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { BotName } from './bot-name.js';

/** A bot's state across all processes: whether it runs, how far it has read, its counters. */
@Entity('telegram_bot')
export class BotEntity {
  @PrimaryColumn('text') name!: BotName;
  /** What an administrator wants. */
  @Column('boolean') running!: boolean;
  @Column('timestamptz', { nullable: true }) startedAt!: Date | null;
  /** Telegram's id of the bot behind the token; null until it is known. */
  @Column('bigint', { nullable: true, transformer: bigintNumber }) botId!: number | null;
  /** The first update not handled yet; null: where Telegram begins. */
  @Column('bigint', { nullable: true, transformer: bigintNumber }) updateOffset!: number | null;
  @Column('timestamptz', { nullable: true }) lastUpdateAt!: Date | null;
  @Column('bigint', { transformer: bigintNumber }) messageCount!: number;
  @Column('bigint', { transformer: bigintNumber }) commandCount!: number;
  @Column('bigint', { transformer: bigintNumber }) errorCount!: number;
  /** Telegram has answered 401. */
  @Column('boolean') tokenRefused!: boolean;
  /** Why nothing is received at the moment, as a sentence. */
  @Column('text', { nullable: true }) problem!: string | null;
  /** Telegram allows no message until then (429). */
  @Column('timestamptz', { nullable: true }) pausedUntil!: Date | null;
}
