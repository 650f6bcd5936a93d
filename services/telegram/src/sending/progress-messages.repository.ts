import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { bigintColumn, execute, rows } from '@casement/common/data/database/sql.js';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@casement/proto/language.js';
import { botNames } from '../bots/bot-name.js';

/** Message that shows the progress of an install. The install may have ended since the message was written. */
const progressMessage = z.object({
  installId: z.string(),
  /** Last notice written into the message. */
  noticeId: z.string(),
  ip: z.string(),
  label: z.string().nullable(),
  linux: z.boolean(),
  bot: botNames,
  chatId: z.string(),
  messageId: bigintColumn,
  language: z.enum(LANGUAGES),
  /** `null` while the install is running. */
  end: z.enum(['completed', 'failed', 'manual_review']).nullable(),
});
export type ProgressMessage = z.infer<typeof progressMessage>;

/** Older messages are no longer edited. */
const MAX_AGE = `interval '24 hours'`;

@Injectable()
export class ProgressMessagesRepository {
  constructor(private readonly db: Database) {}

  /** Returns messages that do not show the end yet, in chats with notifications. */
  open(): Promise<ProgressMessage[]> {
    return rows(
      this.db.manager,
      progressMessage,
      `SELECT DISTINCT ON (n.content->>'installId')
         n.content->>'installId' AS "installId", n.id AS "noticeId", n.content->>'ip' AS ip,
         n.content->>'label' AS label, n.content->>'linux' IS NOT NULL AS linux, n.bot, n.chat_id AS "chatId", n.message_id AS "messageId",
         coalesce(g.language, $1) AS language,
         (SELECT f.content->>'status' FROM notice f
           WHERE f.content->>'installId' = n.content->>'installId'
             AND f.kind = 'install_finished' AND f.id > n.id
           ORDER BY f.id DESC LIMIT 1) AS "end"
       FROM notice n
       JOIN telegram_link l
         ON l.user_id = n.user_id AND l.telegram_user_id = n.chat_id AND l.notifications_enabled
       JOIN telegram_chat c
         ON c.bot = n.bot AND c.chat_id = n.chat_id AND c.blocked_at IS NULL
       LEFT JOIN chat_language g ON g.chat_id = n.chat_id
       WHERE n.kind = 'install_progress' AND n.status = 'sent' AND NOT n.message_closed
         AND n.message_id IS NOT NULL AND n.sent_at > now() - ${MAX_AGE}
       ORDER BY n.content->>'installId', n.id DESC`,
      [DEFAULT_LANGUAGE],
    );
  }

  async close({ installId, bot, chatId }: ProgressMessage): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE notice SET message_closed = true
        WHERE content->>'installId' = $1 AND bot = $2 AND chat_id = $3
          AND kind = 'install_progress' AND status = 'sent' AND NOT message_closed`,
      [installId, bot, chatId],
    );
  }
}
