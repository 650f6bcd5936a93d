import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { bigintColumn, execute, one } from '@casement/common/data/database/sql.js';
import type { BotName } from './bot-name.js';
import { BotEntity } from './bot.entity.js';

const countRow = z.object({ count: bigintColumn });

@Injectable()
export class BotsRepository {
  constructor(private readonly db: Database) {}

  get(name: BotName): Promise<BotEntity> {
    return this.db.manager.findOneByOrFail(BotEntity, { name });
  }

  all(): Promise<BotEntity[]> {
    return this.db.manager.find(BotEntity);
  }

  /** Locks the row until `tx` ends, so that other transactions cannot start or stop the bot. */
  lock(tx: EntityManager, name: BotName): Promise<BotEntity> {
    return tx.findOneOrFail(BotEntity, {
      where: { name },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async setRunning(tx: EntityManager, name: BotName, running: boolean): Promise<void> {
    await tx.update(BotEntity, name, {
      running,
      startedAt: running ? new Date() : null,
      tokenRefused: false,
      problem: null,
    });
  }

  /**
   * Records the bot to which the token belongs. If it is a different bot than before, forgets the offset, the handled
   * updates and the chats.
   */
  async identify(tx: EntityManager, name: BotName, botId: number): Promise<void> {
    const bot = await this.lock(tx, name);
    if (bot.botId === botId) return;
    await tx.update(BotEntity, name, { botId, updateOffset: null, lastUpdateAt: null });
    if (bot.botId === null) return;
    await execute(tx, 'DELETE FROM telegram_chat WHERE bot = $1', [name]);
    await execute(tx, 'DELETE FROM telegram_update WHERE bot = $1', [name]);
  }

  /** @returns false if the update was already handled */
  async recordUpdate(tx: EntityManager, name: BotName, updateId: number): Promise<boolean> {
    const inserted = await execute(
      tx,
      `INSERT INTO telegram_update (bot, update_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [name, updateId],
    );
    return inserted > 0;
  }

  /**
   * Advances the bot's offset. A repeated update never moves it back. A new update always sets it, because Telegram
   * may restart its numbering.
   *
   * @param first whether the update is new
   */
  async advance(
    tx: EntityManager,
    name: BotName,
    next: number,
    first: boolean,
    counted: { messages: number; commands: number },
  ): Promise<void> {
    await execute(
      tx,
      `UPDATE telegram_bot SET last_update_at = now(),
         update_offset = CASE WHEN $3 OR update_offset IS NULL THEN $2::bigint
                              ELSE greatest(update_offset, $2::bigint) END,
         message_count = message_count + $4, command_count = command_count + $5
       WHERE name = $1`,
      [name, next, first, first ? counted.messages : 0, first ? counted.commands : 0],
    );
  }

  async clearProblem(name: BotName): Promise<void> {
    const sql = `UPDATE telegram_bot SET problem = NULL, token_refused = false
                  WHERE name = $1 AND (problem IS NOT NULL OR token_refused)`;
    await execute(this.db.manager, sql, [name]);
  }

  async countError(name: BotName): Promise<void> {
    await this.db.manager.increment(BotEntity, { name }, 'errorCount', 1);
  }

  async setProblem(name: BotName, problem: string, tokenRefused: boolean): Promise<void> {
    await this.db.manager.update(BotEntity, { name, running: true }, { problem, tokenRefused });
  }

  async pauseFor(name: BotName, seconds: number): Promise<void> {
    const sql = `UPDATE telegram_bot SET paused_until = now() + make_interval(secs => $2) WHERE name = $1`;
    await execute(this.db.manager, sql, [name, seconds]);
  }

  /** Returns the number of Telegram accounts that have started the bot. */
  async countChats(name: BotName): Promise<number> {
    const { count } = await one(
      this.db.manager,
      countRow,
      'SELECT count(*) FROM telegram_chat WHERE bot = $1',
      [name],
    );
    return count;
  }
}
