import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, idRow, rows } from '@casement/common/data/database/sql.js';
import type { Lease } from '@casement/common/data/jobs/lease.js';
import type {
  WebhookEvent,
  WebhookPauseReason,
} from '@casement/proto/http/install/webhooks/webhooks.js';
import { WebhookEntity } from './webhook.entity.js';

const pausedRow = z.object({ id: z.string(), userId: z.string(), url: z.string() });
export type PausedEndpoint = z.infer<typeof pausedRow>;

/** SQL interval after which a failing endpoint is paused. */
const FAILING_FOR = `interval '24 hours'`;

const ENDPOINT = { listeningUntil: IsNull() };

/** Endpoints that users have created. Listeners have a separate repository. */
@Injectable()
export class WebhookEndpointsRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. */
  findAllOf(userId: string, tx: EntityManager = this.db.manager): Promise<WebhookEntity[]> {
    return tx.find(WebhookEntity, { where: { userId, ...ENDPOINT }, order: { id: 'DESC' } });
  }

  find(id: string): Promise<WebhookEntity | null> {
    return this.db.manager.findOneBy(WebhookEntity, { id });
  }

  findOf(userId: string, id: string): Promise<WebhookEntity | null> {
    return this.db.manager.findOneBy(WebhookEntity, { id, userId, ...ENDPOINT });
  }

  lockOf(tx: EntityManager, userId: string, id: string): Promise<WebhookEntity | null> {
    return tx.findOne(WebhookEntity, {
      where: { id, userId, ...ENDPOINT },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Serialises concurrent calls that count and then insert for one user. */
  async lockAllOf(tx: EntityManager, userId: string): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks:' || $1, 0))`, [
      userId,
    ]);
  }

  /** Returns the ids of the endpoints that receive an event, listeners included. */
  async lockSubscribed(tx: EntityManager, userId: string, event: WebhookEvent): Promise<string[]> {
    const endpoints = await rows(
      tx,
      idRow,
      // The lock prevents an endpoint from being deleted before its delivery is written.
      `SELECT id FROM webhook_endpoint WHERE user_id = $1 AND $2 = ANY (events)
       ORDER BY id FOR KEY SHARE`,
      [userId, event],
    );
    return endpoints.map(({ id }) => id);
  }

  /** @returns false if another worker holds the lease or the endpoint was deleted */
  async recordTry(
    tx: EntityManager,
    { id, epoch }: Lease,
    { failed, slow }: { failed: boolean; slow: boolean },
  ): Promise<boolean> {
    const changed = await execute(
      tx,
      `UPDATE webhook_endpoint
       SET slow = $3, failing_since = CASE WHEN $4 THEN coalesce(failing_since, now()) END
       WHERE id = $1 AND lease_epoch = $2`,
      [id, epoch, slow, failed],
    );
    return changed === 1;
  }

  /** Pauses this endpoint or, without `id`, all that have failed for FAILING_FOR. */
  pause(
    tx: EntityManager,
    reason: Exclude<WebhookPauseReason, 'owner'>,
    id?: string,
  ): Promise<PausedEndpoint[]> {
    return rows(
      tx,
      pausedRow,
      `UPDATE webhook_endpoint SET paused_at = now(), pause_reason = $1
       WHERE paused_at IS NULL
         AND CASE WHEN $2::uuid IS NULL THEN failing_since < now() - ${FAILING_FOR} ELSE id = $2 END
       RETURNING id, user_id AS "userId", url`,
      [reason, id ?? null],
    );
  }

  async erasePreviousSecrets(): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE webhook_endpoint SET previous_secret = NULL, previous_secret_until = NULL
       WHERE previous_secret_until < now()`,
    );
  }

  /** Also erases listeners and all deliveries. */
  async eraseOf(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(WebhookEntity, { userId });
    await execute(tx, 'DELETE FROM access_revocation WHERE user_id = $1', [userId]);
  }
}
