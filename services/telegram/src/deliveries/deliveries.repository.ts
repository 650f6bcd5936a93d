import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { offsetOf } from '@casement/common/http/reply.js';
import { noticeEvent, type DeliveriesQuery } from '@casement/proto/http/telegram.js';
import type { NoticeEntity } from '../notices/notice.entity.js';

export type DeliveryRow = Pick<
  NoticeEntity,
  'id' | 'kind' | 'status' | 'channel' | 'attempts' | 'error' | 'createdAt' | 'sentAt'
> & { userId: string };

const COLUMNS = `id, user_id AS "userId", kind, status, channel, attempts, error,
  created_at AS "createdAt", sent_at AS "sentAt"`;

/** Notices of events, without replies. Old rows of a kind that no longer exists are left out. */
const WHERE = `kind = ANY($1) AND user_id IS NOT NULL AND ($2 = 'all' OR status = $2)
  AND ($3 = '' OR user_id::text = $3 OR strpos(lower(coalesce(error, '')), lower($3)) > 0)`;

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly db: Database) {}

  page(query: DeliveriesQuery): Promise<DeliveryRow[]> {
    return this.db.query<DeliveryRow>(
      `SELECT ${COLUMNS} FROM notice WHERE ${WHERE} ORDER BY seq DESC LIMIT $4 OFFSET $5`,
      [...filter(query), query.pageSize, offsetOf(query)],
    );
  }

  async count(query: DeliveriesQuery): Promise<number> {
    const [row] = await this.db.query<{ count: string }>(
      `SELECT count(*) FROM notice WHERE ${WHERE}`,
      filter(query),
    );
    return Number(row.count);
  }

  /** Those that failed, newest first, at most `limit` of `total`. */
  async failed(limit: number): Promise<{ total: number; rows: DeliveryRow[] }> {
    const found = await this.db.query<DeliveryRow & { total: string }>(
      `SELECT ${COLUMNS}, count(*) OVER () AS total FROM notice WHERE ${WHERE} ORDER BY seq DESC LIMIT $4`,
      [...filter({ status: 'failed', search: '' }), limit],
    );
    return {
      total: Number(found[0]?.total ?? 0),
      rows: found.map(({ total: _, ...row }) => row),
    };
  }

  async find(tx: EntityManager, id: string): Promise<DeliveryRow | undefined> {
    const [row] = await tx.query<DeliveryRow[]>(
      `SELECT ${COLUMNS} FROM notice WHERE id = $1 AND kind = ANY($2) AND user_id IS NOT NULL FOR UPDATE`,
      [id, noticeEvent.options],
    );
    return row;
  }

  /** From the beginning, by the way that is open now. */
  async sendAgain(tx: EntityManager, id: string): Promise<void> {
    await tx.query(
      `UPDATE notice SET status = 'waiting', channel = NULL, no_email = false, attempts = 0,
         next_attempt_at = now(), give_up_at = now() + interval '24 hours'
       WHERE id = $1`,
      [id],
    );
  }
}

const filter = ({ status, search }: Pick<DeliveriesQuery, 'status' | 'search'>) => [
  noticeEvent.options,
  status,
  search,
];
