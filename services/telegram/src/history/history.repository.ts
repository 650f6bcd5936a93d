import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { condition } from '@casement/common/data/database/condition.js';
import { newestIdFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listPage, type ListPage } from '@casement/common/data/database/list-page.js';
import { row } from '@casement/common/data/database/sql.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { NOTIFICATION_DAYS, notificationEvent } from '@casement/proto/http/telegram.js';
import { noticeContent } from '../notices/notice.js';

const userIdRow = z.object({ userId: z.string() });

const noticeRow = z.object({
  id: z.string(),
  kind: notificationEvent,
  content: noticeContent,
  read: z.boolean(),
  occurredAt: z.date(),
});
export type NoticeRow = z.infer<typeof noticeRow>;

@Injectable()
export class HistoryRepository {
  constructor(private readonly db: Database) {}

  /** Newest first, without notices whose content is unreadable. */
  page(userId: string, page: PageQuery): Promise<ListPage<NoticeRow>> {
    return listPage(this.db.manager, {
      select: `id, kind, content, occurred_at AS "occurredAt",
        created_at <= coalesce((SELECT read_until FROM notice_read r WHERE r.user_id = notice.user_id), '-infinity') AS read`,
      from: 'notice',
      shape: noticeRow,
      where: [
        condition`user_id = ${userId} AND kind = ANY(${notificationEvent.options})`,
        condition`created_at > now() - ${NOTIFICATION_DAYS} * interval '1 day' AND jsonb_typeof(content) = 'object'`,
      ],
      orderBy: newestIdFirst,
      page,
    });
  }

  /** Marks everything up to this notice as read; never moves back. @returns false when the user has no such notice */
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
