import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { BotName } from './bot-name.js';

/** State of a bot for all replicas. */
@Entity('telegram_bot')
export class BotEntity {
  @PrimaryColumn('text') name!: BotName;
  /** Set by administrators. */
  @Column('boolean') running!: boolean;
  @Column('timestamptz', { nullable: true }) startedAt!: Date | null;
  /** Telegram's id of the token's bot; null until known. */
  @Column('bigint', { nullable: true, transformer: bigintNumber }) botId!: number | null;
  /** First unhandled update; null starts where Telegram does. */
  @Column('bigint', { nullable: true, transformer: bigintNumber }) updateOffset!: number | null;
  @Column('timestamptz', { nullable: true }) lastUpdateAt!: Date | null;
  @Column('bigint', { transformer: bigintNumber }) messageCount!: number;
  @Column('bigint', { transformer: bigintNumber }) commandCount!: number;
  @Column('bigint', { transformer: bigintNumber }) errorCount!: number;
  /** Telegram has answered 401. */
  @Column('boolean') tokenRefused!: boolean;
  /** Reason why nothing is received, as a sentence. */
  @Column('text', { nullable: true }) problem!: string | null;
  /** End of a pause that Telegram asked for (429). */
  @Column('timestamptz', { nullable: true }) pausedUntil!: Date | null;
}
