import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { execute, row } from '@casement/common/database/sql.js';

const earlierRow = z.object({ requestHash: z.string(), newQuota: z.number() });

export interface QuotaRequest {
  actorId: string;
  idempotencyKey: string;
  requestHash: string;
}

/** Administrators' corrections that named themselves: each happens once. */
@Injectable()
export class QuotaRequestsRepository {
  /**
   * Begins a request in `tx`; the same one at the same moment waits here until it has ended.
   *
   * @returns null the first time, else what was asked before and came of it
   */
  async begin(
    tx: EntityManager,
    { actorId, idempotencyKey, requestHash }: QuotaRequest,
  ): Promise<{ requestHash: string; newQuota: number } | null> {
    const inserted = await execute(
      tx,
      `INSERT INTO quota_request (actor_id, idempotency_key, request_hash) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`,
      [actorId, idempotencyKey, requestHash],
    );
    if (inserted > 0) return null;
    return row(
      tx,
      earlierRow,
      `SELECT request_hash AS "requestHash", new_quota AS "newQuota" FROM quota_request
        WHERE actor_id = $1 AND idempotency_key = $2`,
      [actorId, idempotencyKey],
    );
  }

  async finish(tx: EntityManager, request: QuotaRequest, newQuota: number): Promise<void> {
    await execute(
      tx,
      'UPDATE quota_request SET new_quota = $3 WHERE actor_id = $1 AND idempotency_key = $2',
      [request.actorId, request.idempotencyKey, newQuota],
    );
  }
}
