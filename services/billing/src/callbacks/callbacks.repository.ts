import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { bigintColumn, execute, idRow, one, rows } from '@casement/common/data/database/sql.js';
import type { ProviderName } from '../payment-providers/payment-provider.js';
import { GatewayCallbackEntity } from './gateway-callback.entity.js';

const storedRow = z.object({ id: z.string(), processed: z.boolean() });
const failedRow = z.object({
  id: z.string(),
  provider: z.string(),
  attempts: z.number(),
  since: z.date(),
  total: bigintColumn,
});

@Injectable()
export class CallbacksRepository {
  constructor(private readonly db: Database) {}

  /**
   * Stores the body before it is processed. A repeated body only increments the counter of the first row, so a replay
   * cannot fill the disk.
   */
  async store(provider: ProviderName, body: Buffer): Promise<{ id: string; processed: boolean }> {
    return one(
      this.db.manager,
      storedRow,
      `INSERT INTO gateway_callback (id, body, body_sha256, provider) VALUES ($1, $2, $3, $4)
       ON CONFLICT (body_sha256) DO UPDATE
         SET deliveries = gateway_callback.deliveries + 1, last_received_at = now()
       RETURNING id, processed_at IS NOT NULL AS processed`,
      [newId(), body, sha256Hex(body), provider],
    );
  }

  /** Oldest first. */
  ofTopup(topupId: string): Promise<GatewayCallbackEntity[]> {
    return this.db.manager.find(GatewayCallbackEntity, {
      where: { topupId },
      order: { receivedAt: 'ASC' },
    });
  }

  findUnprocessed(id: string): Promise<GatewayCallbackEntity | null> {
    return this.db.manager.findOneBy(GatewayCallbackEntity, { id, processedAt: IsNull() });
  }

  /** Locks an unprocessed callback. Returns null if it was processed or another transaction holds it. */
  lockOpen(tx: EntityManager, id: string): Promise<GatewayCallbackEntity | null> {
    return tx
      .createQueryBuilder(GatewayCallbackEntity, 'callback')
      .where('callback.id = :id AND callback.processed_at IS NULL', { id })
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
  }

  async finish(
    tx: EntityManager,
    id: string,
    outcome: string,
    topupId: string | null,
  ): Promise<void> {
    await tx.update(GatewayCallbackEntity, { id }, { processedAt: new Date(), outcome, topupId });
  }

  /** Erases the body. The hash stays so that a replay is still recognized. */
  async erase(tx: EntityManager, id: string): Promise<void> {
    await tx.update(GatewayCallbackEntity, { id }, { body: Buffer.alloc(0) });
  }

  async eraseOf(tx: EntityManager, userId: string): Promise<void> {
    await execute(
      tx,
      `UPDATE gateway_callback SET body = '' WHERE processed_at IS NOT NULL
         AND topup_id IN (SELECT id FROM topup WHERE user_id = $1)`,
      [userId],
    );
  }

  async postpone(id: string): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE gateway_callback SET attempts = attempts + 1,
         next_attempt_at = now() + least(power(2, least(attempts, 10)), 600) * interval '1 second'
       WHERE id = $1 AND processed_at IS NULL`,
      [id],
    );
  }

  /** Returns the callbacks that have failed at least once and are still unprocessed, newest first. */
  async listFailed(limit: number): Promise<{
    total: number;
    rows: { id: string; provider: string; attempts: number; since: Date }[];
  }> {
    const found = await rows(
      this.db.manager,
      failedRow,
      `SELECT id, provider, attempts, last_received_at AS since, count(*) OVER () AS total
         FROM gateway_callback WHERE processed_at IS NULL AND attempts > 0
        ORDER BY id DESC LIMIT $1`,
      [limit],
    );
    return {
      total: found[0]?.total ?? 0,
      rows: found.map(({ id, provider, attempts, since }) => ({ id, provider, attempts, since })),
    };
  }

  /**
   * Makes a failed callback due immediately.
   *
   * @returns false if the callback is not waiting for a retry
   */
  async retryNow(tx: EntityManager, id: string): Promise<boolean> {
    const changed = await execute(
      tx,
      `UPDATE gateway_callback SET next_attempt_at = now()
        WHERE id = $1 AND processed_at IS NULL AND attempts > 0`,
      [id],
    );
    return changed === 1;
  }

  findOpen(limit: number): Promise<{ id: string }[]> {
    return rows(
      this.db.manager,
      idRow,
      `SELECT id FROM gateway_callback WHERE processed_at IS NULL AND next_attempt_at <= now()
       ORDER BY next_attempt_at LIMIT $1`,
      [limit],
    );
  }
}
