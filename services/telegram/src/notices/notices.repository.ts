import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, rows } from '@casement/common/data/database/sql.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { EventContext } from '@casement/common/messaging/event-context.js';
import {
  NOTICE_LIFETIME,
  noticeContent,
  noticeKind,
  REPLY_LIFETIME,
  type Notice,
  type Reply,
} from './notice.js';

const latestRow = z.object({ kind: noticeKind, content: noticeContent, occurredAt: z.date() });
export type LatestNotice = z.infer<typeof latestRow>;

@Injectable()
export class NoticesRepository {
  constructor(private readonly db: Database) {}

  async insert(
    tx: EntityManager,
    event: Pick<EventContext, 'id' | 'occurredAt'>,
    { userId, kind, content }: Notice & { userId: string },
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO notice (id, user_id, recipient, kind, content, occurred_at, give_up_at)
       VALUES ($1, $2::uuid, $2::uuid::text, $3, $4, $5, now() + ${NOTICE_LIFETIME}) ON CONFLICT (id) DO NOTHING`,
      [event.id, userId, kind, content, event.occurredAt],
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

  latest(userId: string, limit: number): Promise<LatestNotice[]> {
    return rows(
      this.db.manager,
      latestRow,
      `SELECT kind, content, occurred_at AS "occurredAt" FROM notice
        WHERE user_id = $1 AND kind <> 'reply' ORDER BY id DESC LIMIT $2`,
      [userId, limit],
    );
  }
}
