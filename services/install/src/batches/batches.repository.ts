import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import {
  batchRowStatus,
  type BatchesQuery,
  type BatchRowStatus,
} from '@casement/proto/http/install/batches/batches.js';
import { condition } from '@casement/common/data/database/condition.js';
import { newestIdFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities, type ListPage } from '@casement/common/data/database/list-page.js';
import { lowestIdAt } from '@casement/common/data/database/new-id.js';
import { execute, one, rows } from '@casement/common/data/database/sql.js';
import { BatchEntity } from './batch.entity.js';

const openRow = z.object({ open: z.number() });

const sentRow = z.object({ sent: z.number() });

const countRow = z.object({ batchId: z.string(), status: batchRowStatus, count: z.number() });

@Injectable()
export class BatchesRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. */
  pageOf(userId: string, page: BatchesQuery): Promise<ListPage<BatchEntity>> {
    return listEntities(this.db.manager, BatchEntity, {
      where: [condition`user_id = ${userId}`],
      orderBy: newestIdFirst,
      page,
    });
  }

  findOf(userId: string, id: string): Promise<BatchEntity | null> {
    return this.db.manager.findOneBy(BatchEntity, { id, userId });
  }

  get(id: string): Promise<BatchEntity> {
    return this.db.manager.findOneByOrFail(BatchEntity, { id });
  }

  lockOf(tx: EntityManager, userId: string, id: string): Promise<BatchEntity | null> {
    return tx.findOne(BatchEntity, {
      where: { id, userId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Serialises concurrent calls that count and then insert for one user. */
  async lockAllOf(tx: EntityManager, userId: string): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('batches:' || $1, 0))`, [userId]);
  }

  async countOpen(tx: EntityManager, userId: string): Promise<number> {
    const { open } = await one(
      tx,
      openRow,
      `SELECT count(*)::int AS open FROM install_batch
       WHERE user_id = $1 AND status NOT IN ('cancelled', 'ended')`,
      [userId],
    );
    return open;
  }

  async countRowsSince(tx: EntityManager, userId: string, since: Date): Promise<number> {
    const { sent } = await one(
      tx,
      sentRow,
      `SELECT coalesce(sum(size), 0)::int AS sent FROM install_batch WHERE user_id = $1 AND id > $2`,
      [userId, lowestIdAt(since)],
    );
    return sent;
  }

  /**
   * Erases secret Windows settings after 24 hours. Rows with credentials still need them.
   *
   * @returns the number of batches, at most `limit`
   */
  eraseSecretOptions(limit: number): Promise<number> {
    return execute(
      this.db.manager,
      `WITH chosen AS (
         SELECT id FROM install_batch
         WHERE secret_options IS NOT NULL AND created_at < now() - interval '24 hours'
           AND NOT EXISTS (SELECT FROM install_batch_row
             WHERE batch_id = install_batch.id AND credentials IS NOT NULL)
         LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE install_batch SET secret_options = NULL WHERE id IN (SELECT id FROM chosen)`,
      [limit],
    );
  }

  async countRows(
    ids: readonly string[],
    tx = this.db.manager,
  ): Promise<Map<string, Map<BatchRowStatus, number>>> {
    const found = await rows(
      tx,
      countRow,
      `SELECT batch_id AS "batchId", status, count(*)::int AS count FROM install_batch_row
       WHERE batch_id = ANY ($1) GROUP BY 1, 2`,
      [ids],
    );
    const counts = new Map(ids.map((id) => [id, new Map<BatchRowStatus, number>()]));
    for (const { batchId, status, count } of found) counts.get(batchId)?.set(status, count);
    return counts;
  }
}
