import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { condition } from '@casement/common/data/database/condition.js';
import { newestIdFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listPage, type ListPage } from '@casement/common/data/database/list-page.js';
import { bigintColumn, execute, row, rows } from '@casement/common/data/database/sql.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { EventContext } from '@casement/common/messaging/event-context.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import {
  deliveryStatus,
  NOTIFICATION_DAYS,
  notificationEvent,
} from '@casement/proto/http/telegram/telegram.js';
import {
  NOTICE_LIFETIME,
  noticeContent,
  noticeKind,
  REPLY_LIFETIME,
  type NewNotice,
  type Reply,
  type TestMessage,
} from './notice.js';

const latestRow = z.object({ kind: noticeKind, content: noticeContent, occurredAt: z.date() });
export type LatestNotice = z.infer<typeof latestRow>;

const outcomeRow = z.object({
  status: deliveryStatus,
  messageId: bigintColumn.nullable(),
  error: z.string().nullable(),
});
export type Outcome = z.infer<typeof outcomeRow>;

const userIdRow = z.object({ userId: z.string() });
const historyRow = z.object({
  id: z.string(),
  kind: notificationEvent,
  content: noticeContent,
  read: z.boolean(),
  occurredAt: z.date(),
});
export type HistoryNotice = z.infer<typeof historyRow>;

@Injectable()
export class NoticesRepository {
  constructor(private readonly db: Database) {}

  async insert(
    tx: EntityManager,
    event: Pick<EventContext, 'id' | 'occurredAt'>,
    { userId, kind, content, giveUpAt }: NewNotice,
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO notice (id, user_id, recipient, kind, content, occurred_at, give_up_at)
       VALUES ($1, $2::uuid, $2::uuid::text, $3, $4, $5, coalesce($6, now() + ${NOTICE_LIFETIME})) ON CONFLICT (id) DO NOTHING`,
      [event.id, userId, kind, content, event.occurredAt, giveUpAt ?? null],
    );
  }

  async insertReply(tx: EntityManager, { bot, chatId, userId, html }: Reply): Promise<void> {
    await execute(
      tx,
      `INSERT INTO notice (id, user_id, recipient, kind, content, bot, chat_id, occurred_at, give_up_at)
       VALUES ($1, $2::uuid, coalesce($2::uuid::text, $5::bigint::text), 'reply', $3, $4, $5, now(), now() + ${REPLY_LIFETIME})`,
      [newId(), userId, { html }, bot, chatId],
    );
  }

  /**
   * Adds a test message to the queue of its channel.
   *
   * @returns its ID
   */
  async insertTest(
    tx: EntityManager,
    { userId, chatId, ...content }: TestMessage,
  ): Promise<string> {
    const id = newId();
    const way =
      chatId === null ? { channel: 'email', bot: null } : { channel: null, bot: 'primary' };
    await execute(
      tx,
      `INSERT INTO notice (id, user_id, recipient, kind, content, channel, bot, chat_id, occurred_at, give_up_at)
       VALUES ($1, $2::uuid, $2::uuid::text, 'reply', $3, $4, $5, $6, now(), now() + ${REPLY_LIFETIME})`,
      [id, userId, content, way.channel, way.bot, chatId],
    );
    return id;
  }

  /** Returns the current status of a message; null if it was erased with its user. */
  outcomeOf(id: string): Promise<Outcome | null> {
    return row(
      this.db.manager,
      outcomeRow,
      `SELECT status, message_id AS "messageId", error FROM notice WHERE id = $1`,
      [id],
    );
  }

  /** Removes a message from the queue if it has not been sent yet. */
  async withdraw(id: string): Promise<void> {
    const sql = `UPDATE notice SET status = 'skipped' WHERE id = $1 AND status = 'waiting'`;
    await execute(this.db.manager, sql, [id]);
  }

  latest(userId: string, limit: number): Promise<LatestNotice[]> {
    return rows(
      this.db.manager,
      latestRow,
      `SELECT kind, content, occurred_at AS "occurredAt" FROM notice
        WHERE user_id = $1 AND kind <> 'reply' ORDER BY id DESC LIMIT $2`,
      [userId, limit],
    );
  }

  /** Newest first. Notices with unreadable content are omitted. */
  page(userId: string, page: PageQuery): Promise<ListPage<HistoryNotice>> {
    return listPage(this.db.manager, {
      select: `id, kind, content, occurred_at AS "occurredAt",
        created_at <= coalesce((SELECT read_until FROM notice_read r WHERE r.user_id = notice.user_id), '-infinity') AS read`,
      from: 'notice',
      shape: historyRow,
      where: [
        condition`user_id = ${userId} AND kind = ANY(${notificationEvent.options})`,
        condition`created_at > now() - ${NOTIFICATION_DAYS} * interval '1 day' AND jsonb_typeof(content) = 'object'`,
      ],
      orderBy: newestIdFirst,
      page,
    });
  }

  /**
   * Marks all notices up to this one as read. The mark never moves back.
   *
   * @returns false if the user has no such notice
   */
  async readUntil(tx: EntityManager, userId: string, noticeId: string): Promise<boolean> {
    const done = await row(
      tx,
      userIdRow,
      `INSERT INTO notice_read (user_id, read_until)
       SELECT user_id, created_at FROM notice WHERE id = $2 AND user_id = $1 AND kind = ANY($3)
       ON CONFLICT (user_id) DO UPDATE SET read_until = greatest(notice_read.read_until, excluded.read_until)
       RETURNING user_id AS "userId"`,
      [userId, noticeId, notificationEvent.options],
    );
    return done !== null;
  }
}
