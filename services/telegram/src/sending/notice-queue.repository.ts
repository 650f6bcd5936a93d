import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import {
  bigintColumn,
  execute,
  idRow,
  one,
  row,
  rows,
} from '@casement/common/data/database/sql.js';
import type { NoticeChannel } from '@casement/proto/http/telegram/telegram.js';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@casement/proto/language.js';
import { botNames, type BotName } from '../bots/bot-name.js';
import { noticeContent, noticeKind, type Notice } from '../notices/notice.js';
import { isChoice, NOTICE_EVENTS } from '../settings/notice-events.js';
import type { Situation } from './plan.js';

const noticeRow = z.object({ id: bigintColumn });

/** Conditions by channel. The channels are sent in parallel, so that a slow mail server does not delay any chat. */
const IN_CHANNEL: Record<NoticeChannel, (alias: string) => string> = {
  telegram: (alias) => `${alias}.channel IS DISTINCT FROM 'email'`,
  email: (alias) => `${alias}.channel = 'email'`,
};

/** Number of unexpected failures after which a notice is marked as failed. */
const MAX_UNEXPECTED_FAILURES = 3;

export interface DueNotice extends Notice {
  id: string;
  userId: string | null;
  attempts: number;
  /** Language of the linked chat. */
  language: Language;
  situation: Omit<Situation, 'bots'>;
}

const dueRow = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  kind: noticeKind,
  content: noticeContent,
  occurredAt: z.date(),
  attempts: z.number(),
  bot: botNames.nullable(),
  chatId: z.string().nullable(),
  noEmail: z.boolean(),
  linkedChat: z.string().nullable(),
  notificationsEnabled: z.boolean().nullable(),
  wantsTelegram: z.boolean().nullable(),
  wantsEmail: z.boolean().nullable(),
  chats: z.array(z.object({ bot: botNames, blocked: z.boolean() })),
  language: z.enum(LANGUAGES).nullable(),
});

const pressureRow = z.object({
  waiting: z.number(),
  seconds: z.number().nullable(),
  pauses: z.array(z.object({ bot: z.string(), seconds: z.number() })),
});

/** Notices that are waiting to be sent. Only the replica that holds a channel's lease changes the channel's rows. */
@Injectable()
export class NoticeQueueRepository {
  constructor(private readonly db: Database) {}

  /**
   * Returns the oldest due notice of each recipient, to preserve order, and none for a paused chat. Install steps
   * come last, so that under load they do not delay the end of an install or a payment.
   */
  async due(channel: NoticeChannel, limit: number): Promise<string[]> {
    const due = await rows(
      this.db.manager,
      idRow,
      `SELECT n.id FROM notice n
        WHERE n.status = 'waiting' AND ${IN_CHANNEL[channel]('n')}
          AND n.next_attempt_at <= now() AND n.give_up_at > now()
          AND NOT EXISTS (
            SELECT 1 FROM notice e WHERE e.status = 'waiting' AND ${IN_CHANNEL[channel]('e')}
               AND e.recipient = n.recipient
               AND (e.kind = 'install_progress', e.id) < (n.kind = 'install_progress', n.id))
          AND NOT EXISTS (
            SELECT 1 FROM telegram_chat c
             WHERE c.next_message_at > now() AND c.chat_id = coalesce(n.chat_id,
               (SELECT l.telegram_user_id FROM telegram_link l WHERE l.user_id = n.user_id)))
        ORDER BY n.kind = 'install_progress', n.next_attempt_at, n.id LIMIT $1`,
      [limit],
    );
    return due.map(({ id }) => id);
  }

  /**
   * Skips waiting steps of an install that has a later step or has ended, so that a chat gets only the newest.
   *
   * @returns the number of notices skipped
   */
  skipSuperseded(): Promise<number> {
    return execute(
      this.db.manager,
      `UPDATE notice n SET status = 'skipped', error = 'A later notice of this install says more'
        WHERE n.status = 'waiting' AND n.kind = 'install_progress' AND EXISTS (
          SELECT 1 FROM notice f
           WHERE f.content->>'installId' = n.content->>'installId' AND f.id > n.id
             AND f.kind IN ('install_progress', 'install_finished'))`,
    );
  }

  /**
   * Loads a pending notice with the data that determines how to send it. Returns undefined if it has been erased or
   * has ended in the meantime.
   */
  async load(id: string): Promise<DueNotice | undefined> {
    const notice = await row(
      this.db.manager,
      dueRow,
      `SELECT n.id, n.user_id AS "userId", n.kind, n.content, n.occurred_at AS "occurredAt", n.attempts, n.bot, n.chat_id AS "chatId",
         n.no_email AS "noEmail", l.telegram_user_id AS "linkedChat",
         l.notifications_enabled AS "notificationsEnabled",
         s.telegram AS "wantsTelegram", s.email AS "wantsEmail",
         (SELECT g.language FROM chat_language g WHERE g.chat_id = l.telegram_user_id) AS language,
         coalesce((SELECT json_agg(json_build_object('bot', c.bot, 'blocked', c.blocked_at IS NOT NULL))
                     FROM telegram_chat c
                    WHERE c.chat_id = coalesce(n.chat_id, l.telegram_user_id)), '[]'::json) AS chats
       FROM notice n
       LEFT JOIN telegram_link l ON l.user_id = n.user_id
       LEFT JOIN notice_setting s ON s.user_id = n.user_id AND s.event = n.kind AND ${isChoice('s')}
       WHERE n.id = $1 AND n.status = 'waiting'`,
      [id],
    );
    return notice ? toDueNotice(notice) : undefined;
  }

  /** Returns the ID of the message that shows an install's progress in this chat, if there is one. */
  async progressMessage(
    installId: string,
    bot: BotName,
    chatId: string,
  ): Promise<number | undefined> {
    const message = await row(
      this.db.manager,
      noticeRow,
      `SELECT message_id AS id FROM notice
        WHERE content->>'installId' = $1 AND kind = 'install_progress' AND status = 'sent'
          AND bot = $2 AND chat_id = $3 AND message_id IS NOT NULL
        ORDER BY id DESC LIMIT 1`,
      [installId, bot, chatId],
    );
    return message?.id;
  }

  /**
   * Marks a notice as sent and starts the chat's pause. Not conditional on the lease, because the message has been
   * sent in any case.
   */
  async markSentByBot(
    id: string,
    { bot, chatId, messageId }: { bot: BotName; chatId: string; messageId: number },
    pauseMs: number,
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      await execute(
        tx,
        `UPDATE notice SET status = 'sent', sent_at = now(), error = NULL, attempts = attempts + 1,
           channel = $2, bot = $3, chat_id = $4, message_id = $5
         WHERE id = $1 AND status = 'waiting'`,
        [id, bot === 'primary' ? 'telegram' : 'telegram_backup', bot, chatId, messageId],
      );
      await execute(
        tx,
        `UPDATE telegram_chat SET next_message_at = clock_timestamp() + $2 * interval '1 millisecond'
          WHERE chat_id = $1`,
        [chatId, pauseMs],
      );
    });
  }

  markSentByMail(id: string): Promise<void> {
    return this.update(
      id,
      `status = 'sent', sent_at = now(), error = NULL, attempts = attempts + 1`,
    );
  }

  /** @param tried whether Telegram or the mail server was called; counts as an attempt */
  postpone(
    id: string,
    { inMs, reason, tried }: { inMs: number; reason: string; tried: boolean },
  ): Promise<void> {
    return this.update(
      id,
      `next_attempt_at = now() + make_interval(secs => $2 / 1000.0), error = $3, attempts = attempts + $4`,
      [inMs, reason, Number(tried)],
    );
  }

  moveToMail(id: string): Promise<void> {
    return this.update(id, `channel = 'email', next_attempt_at = now()`);
  }

  /** Makes the bots deliver a notice, because no email can reach its user. */
  returnFromMail(id: string): Promise<void> {
    return this.update(id, `channel = NULL, no_email = true, next_attempt_at = now()`);
  }

  /**
   * Retries a notice a few times after an unexpected failure, then marks it as failed. Expected failures, such as an
   * unreachable bot, are postponed instead.
   */
  recordFailure(id: string): Promise<void> {
    return this.update(
      id,
      `attempts = attempts + 1, error = $2,
       status = CASE WHEN error = $2 AND attempts + 1 >= $3 THEN 'failed' ELSE status END,
       next_attempt_at = now() + make_interval(secs => 10 * (attempts + 1))`,
      ['It could not be prepared for sending', MAX_UNEXPECTED_FAILURES],
    );
  }

  end(id: string, status: 'failed' | 'skipped', reason: string): Promise<void> {
    return this.update(id, `status = $2, error = $3`, [status, reason]);
  }

  /**
   * Changes a notice unless it is no longer waiting.
   *
   * @param changes SET clause whose parameters start at $2
   */
  private async update(id: string, changes: string, parameters: unknown[] = []): Promise<void> {
    const sql = `UPDATE notice SET ${changes} WHERE id = $1 AND status = 'waiting'`;
    await execute(this.db.manager, sql, [id, ...parameters]);
  }

  /** @returns the number of notices that expired unsent */
  failExpired(): Promise<number> {
    return execute(
      this.db.manager,
      `UPDATE notice SET status = 'failed', error = coalesce(error, 'It could not be sent in time')
        WHERE status = 'waiting' AND give_up_at <= now()`,
    );
  }

  /** Returns the number of notices for Telegram, the delay of the oldest due one and the paused bots. */
  pressure(): Promise<z.output<typeof pressureRow>> {
    return one(
      this.db.manager,
      pressureRow,
      `SELECT count(*)::int AS waiting,
              extract(epoch FROM now() - min(next_attempt_at) FILTER (WHERE next_attempt_at < now()))::int AS seconds,
              coalesce((SELECT json_agg(json_build_object('bot', name, 'seconds',
                                ceil(extract(epoch FROM paused_until - now()))::int))
                          FROM telegram_bot WHERE paused_until > now()), '[]'::json) AS pauses
         FROM notice WHERE status = 'waiting' AND channel IS DISTINCT FROM 'email'`,
    );
  }
}

function toDueNotice(row: z.infer<typeof dueRow>): DueNotice {
  const {
    id,
    userId,
    kind,
    content,
    occurredAt,
    attempts,
    chatId,
    bot,
    linkedChat,
    chats,
    noEmail,
  } = row;
  const defaults = kind === 'reply' ? { telegram: true, email: false } : NOTICE_EVENTS[kind];
  return {
    id,
    userId,
    kind,
    content,
    occurredAt,
    attempts,
    language: row.language ?? DEFAULT_LANGUAGE,
    situation: {
      forced: kind === 'reply' && bot && chatId ? { bot, chatId } : null,
      link: linkedChat
        ? { chatId: linkedChat, notificationsEnabled: row.notificationsEnabled ?? true }
        : null,
      chosen: {
        telegram: row.wantsTelegram ?? defaults.telegram,
        email: row.wantsEmail ?? defaults.email,
      },
      chats,
      noEmail,
    },
  };
}
