import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/database/database.js';
import { execute, one, row, rows } from '@casement/common/database/sql.js';
import { deleteEach } from '@casement/common/jobs/delete-in-batches.js';
import { WEBHOOK_EVENTS } from '@casement/proto/http/webhooks.js';

const listenersRow = z.object({ listeners: z.number() });
const secretRow = z.object({ secret: z.string() });

const UNTIL = `now() + interval '1 minute'`;
const SILENT = 'listening_until < now()';

const messageRow = z.object({
  id: z.string(),
  listenerId: z.string(),
  eventId: z.string(),
  payload: z.string(),
});
export type Message = z.infer<typeof messageRow>;

/** SQL of the endpoints that are listened to. */
@Injectable()
export class WebhookListenersRepository {
  constructor(private readonly db: Database) {}

  async countOf(tx: EntityManager, userId: string): Promise<number> {
    const { listeners } = await one(
      tx,
      listenersRow,
      `SELECT count(*)::int AS listeners FROM webhook_endpoint
       WHERE user_id = $1 AND listening_until > now()`,
      [userId],
    );
    return listeners;
  }

  /** @param secret sealed */
  async insert(
    tx: EntityManager,
    { id, userId, secret }: { id: string; userId: string; secret: string },
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO webhook_endpoint
         (id, user_id, url, events, secret, paused_at, pause_reason, listening_until)
       VALUES ($1, $2, 'listener:', $3, $4, now(), 'owner', ${UNTIL})`,
      [id, userId, WEBHOOK_EVENTS, secret],
    );
  }

  /**
   * Goes on with one that was interrupted: what may have been under way then is sent again.
   * @returns its secret, sealed; null where it is gone, or another user's
   */
  async resume(userId: string, id: string): Promise<string | null> {
    const found = await row(
      this.db.manager,
      secretRow,
      `UPDATE webhook_endpoint SET listening_until = ${UNTIL}
       WHERE id = $1 AND user_id = $2 AND listening_until > now() RETURNING secret`,
      [id, userId],
    );
    if (!found) return null;
    await execute(
      this.db.manager,
      `UPDATE webhook_delivery SET status = 'waiting'
       WHERE endpoint_id = $1 AND status = 'delivered' AND created_at > now() - interval '5 minutes'`,
      [id],
    );
    return found.secret;
  }

  /** These are still listened to. */
  async keep(ids: string[]): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE webhook_endpoint SET listening_until = ${UNTIL}
       WHERE id = ANY ($1) AND listening_until IS NOT NULL`,
      [ids],
    );
  }

  /** Of all these listeners, in the order in which they were written. */
  findWaiting(listenerIds: string[], limit: number): Promise<Message[]> {
    return rows(
      this.db.manager,
      messageRow,
      `SELECT id, endpoint_id AS "listenerId", event_id AS "eventId", payload FROM webhook_delivery
       WHERE endpoint_id = ANY ($1) AND status = 'waiting' ORDER BY seq LIMIT $2`,
      [listenerIds, limit],
    );
  }

  async markSent(ids: string[]): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE webhook_delivery SET status = 'delivered' WHERE id = ANY ($1)`,
      [ids],
    );
  }

  /**
   * What was written for them goes first, since there may be any number of it: the cascade of a listener's deletion would be
   * a single statement. One that has something left stays until the next run.
   */
  async deleteSilent(stop: AbortSignal): Promise<void> {
    await deleteEach(
      this.db,
      [
        {
          table: 'webhook_delivery',
          where: `endpoint_id IN (SELECT id FROM webhook_endpoint WHERE ${SILENT})`,
        },
        {
          table: 'webhook_endpoint',
          where: `${SILENT} AND NOT EXISTS (
            SELECT 1 FROM webhook_delivery WHERE endpoint_id = webhook_endpoint.id)`,
        },
      ],
      stop,
    );
  }
}
