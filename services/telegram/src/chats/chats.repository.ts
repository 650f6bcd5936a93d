import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row } from '@casement/common/data/database/sql.js';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@casement/proto/language.js';
import { botNames, type BotName } from '../bots/bot-name.js';

const botRow = z.object({ bot: botNames });
const languageRow = z.object({ language: z.enum(LANGUAGES) });

/** Chats in which a user has started a bot, and their languages. Telegram lets a bot write only to these. */
@Injectable()
export class ChatsRepository {
  constructor(private readonly db: Database) {}

  async open(tx: EntityManager, bot: BotName, chatId: string): Promise<void> {
    await execute(
      tx,
      `INSERT INTO telegram_chat (bot, chat_id) VALUES ($1, $2)
       ON CONFLICT (bot, chat_id) DO UPDATE SET blocked_at = NULL`,
      [bot, chatId],
    );
  }

  async block(tx: EntityManager, bot: BotName, chatId: string): Promise<void> {
    await execute(
      tx,
      `UPDATE telegram_chat SET blocked_at = coalesce(blocked_at, now())
        WHERE bot = $1 AND chat_id = $2`,
      [bot, chatId],
    );
  }

  async isBlocked(bot: BotName, chatId: string): Promise<boolean> {
    const blocked = await row(
      this.db.manager,
      botRow,
      `SELECT bot FROM telegram_chat WHERE bot = $1 AND chat_id = $2 AND blocked_at IS NOT NULL`,
      [bot, chatId],
    );
    return blocked !== null;
  }

  /** Returns the bot that may write to a chat; the primary bot if both may. */
  async botFor(tx: EntityManager, chatId: string): Promise<BotName | undefined> {
    const chat = await row(
      tx,
      botRow,
      `SELECT bot FROM telegram_chat WHERE chat_id = $1 AND blocked_at IS NULL
        ORDER BY bot = 'primary' DESC LIMIT 1`,
      [chatId],
    );
    return chat?.bot;
  }

  /** Returns the language of a chat, which is the same for both bots. */
  async languageOf(chatId: string, tx = this.db.manager): Promise<Language> {
    const chosen = await row(
      tx,
      languageRow,
      `SELECT language FROM chat_language WHERE chat_id = $1`,
      [chatId],
    );
    return chosen?.language ?? DEFAULT_LANGUAGE;
  }

  async setLanguage(tx: EntityManager, chatId: string, language: Language): Promise<void> {
    await execute(
      tx,
      `INSERT INTO chat_language (chat_id, language) VALUES ($1, $2)
       ON CONFLICT (chat_id) DO UPDATE SET language = $2`,
      [chatId, language],
    );
  }
}
