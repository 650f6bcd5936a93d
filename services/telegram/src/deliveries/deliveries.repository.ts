import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { condition } from '@casement/common/data/database/condition.js';
import { newestIdFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listPage, type ListPage } from '@casement/common/data/database/list-page.js';
import { bigintColumn, execute, row, rows } from '@casement/common/data/database/sql.js';
import {
  delivery,
  deliveryStatus,
  noticeEvent,
  type DeliveriesQuery,
} from '@casement/proto/http/telegram/telegram.js';
import { NOTICE_LIFETIME } from '../notices/notice.js';

const deliveryRow = z.object({
  id: z.string(),
  userId: z.string(),
  kind: noticeEvent,
  status: deliveryStatus,
  channel: delivery.shape.channel,
  attempts: z.number(),
  error: z.string().nullable(),
  createdAt: z.date(),
  sentAt: z.date().nullable(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

const COLUMNS = `id, user_id AS "userId", kind, status, channel, attempts, error,
  created_at AS "createdAt", sent_at AS "sentAt"`;
const COUNT_CAP = 10_000;

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly db: Database) {}

  /** Returns a page of the notices of current event kinds, newest first. Replies are not included. */
  page({ status, search, ...page }: DeliveriesQuery): Promise<ListPage<DeliveryRow>> {
    return listPage(this.db.manager, {
      select: COLUMNS,
      from: 'notice',
      shape: deliveryRow,
      where: [
        condition`kind = ANY(${noticeEvent.options}) AND user_id IS NOT NULL`,
        status !== 'all' && condition`status = ${status}`,
        search !== '' &&
          condition`user_id::text = ${search} OR strpos(lower(coalesce(error, '')), lower(${search})) > 0`,
      ],
      orderBy: newestIdFirst,
      page,
      countCap: COUNT_CAP,
    });
  }

  /**
   * Returns the newest failed deliveries (up to `limit`) and their total count, read in one statement for
   * consistency.
   */
  async failed(limit: number): Promise<{ total: number; rows: DeliveryRow[] }> {
    const found = await rows(
      this.db.manager,
      deliveryRow.extend({ total: bigintColumn }),
      `SELECT ${COLUMNS}, count(*) OVER () AS total FROM notice
        WHERE kind = ANY($1) AND user_id IS NOT NULL AND status = 'failed' ORDER BY id DESC LIMIT $2`,
      [noticeEvent.options, limit],
    );
    return { total: found[0]?.total ?? 0, rows: found };
  }

  find(tx: EntityManager, id: string): Promise<DeliveryRow | null> {
    return row(
      tx,
      deliveryRow,
      `SELECT ${COLUMNS} FROM notice WHERE id = $1 AND kind = ANY($2) AND user_id IS NOT NULL FOR UPDATE`,
      [id, noticeEvent.options],
    );
  }

  /** Resets a notice as if it were new: both bots, email and a new lifetime. */
  async restart(tx: EntityManager, id: string): Promise<void> {
    await execute(
      tx,
      `UPDATE notice SET status = 'waiting', channel = NULL, no_email = false, attempts = 0,
         next_attempt_at = now(), give_up_at = now() + ${NOTICE_LIFETIME}
       WHERE id = $1`,
      [id],
    );
  }
}
