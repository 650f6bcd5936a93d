import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import {
  bigintColumn,
  execute,
  idRow,
  one,
  row,
  rows,
} from '@casement/common/data/database/sql.js';
import { deleteEach } from '@casement/common/data/jobs/delete-in-batches.js';
import { WEBHOOK_EVENTS } from '@casement/proto/http/install/webhooks/webhooks.js';

const listenersRow = z.object({ listeners: z.number() });
const resumedRow = z.object({ secret: z.string(), epoch: bigintColumn });

/** A listener of one stream. Resuming increments the epoch, and only the latest stream receives events. */
export interface ListenerEpoch {
  id: string;
  epoch: number;
}

/** Listeners ($1) with the epochs ($2) that no later stream has resumed. */
const LATEST = `unnest($1::uuid[], $2::bigint[]) AS stream (id, epoch)
  JOIN webhook_endpoint e ON e.id = stream.id AND e.lease_epoch = stream.epoch`;
const epochsOf = (streams: readonly ListenerEpoch[]) => [
  streams.map(({ id }) => id),
  streams.map(({ epoch }) => epoch),
];

const UNTIL = `now() + interval '1 minute'`;
const SILENT = 'listening_until < now()';

const messageRow = z.object({
  id: z.string(),
  listenerId: z.string(),
  eventId: z.string(),
  payload: z.string(),
});
export type Message = z.infer<typeof messageRow>;

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

  /** @param secret sealed secret */
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
   * Resumes an interrupted listener. Deliveries that may have been in flight are resent.
   * @returns the sealed secret and the new epoch, or `null` if it has expired or belongs to another user
   */
  async resume(userId: string, id: string): Promise<{ secret: string; epoch: number } | null> {
    const found = await row(
      this.db.manager,
      resumedRow,
      `UPDATE webhook_endpoint SET listening_until = ${UNTIL}, lease_epoch = lease_epoch + 1
       WHERE id = $1 AND user_id = $2 AND listening_until > now()
       RETURNING secret, lease_epoch AS epoch`,
      [id, userId],
    );
    if (!found) return null;
    await execute(
      this.db.manager,
      `UPDATE webhook_delivery SET status = 'waiting'
       WHERE endpoint_id = $1 AND status = 'delivered' AND created_at > now() - interval '5 minutes'`,
      [id],
    );
    return found;
  }

  /** Postpones the expiry of these listeners. @returns ids of the listeners that these streams still hold */
  async postponeExpiry(streams: readonly ListenerEpoch[]): Promise<string[]> {
    const held = await rows(
      this.db.manager,
      idRow,
      `UPDATE webhook_endpoint SET listening_until = ${UNTIL}
       WHERE id IN (SELECT e.id FROM ${LATEST}) AND listening_until IS NOT NULL RETURNING id`,
      epochsOf(streams),
    );
    return held.map(({ id }) => id);
  }

  /** Returns pending deliveries of all these listeners in the order of their events. */
  findWaiting(streams: readonly ListenerEpoch[], limit: number): Promise<Message[]> {
    return rows(
      this.db.manager,
      messageRow,
      `SELECT d.id, d.endpoint_id AS "listenerId", d.event_id AS "eventId", d.payload
       FROM ${LATEST} JOIN webhook_delivery d ON d.endpoint_id = e.id
       WHERE d.status = 'waiting' ORDER BY d.seq LIMIT $3`,
      [...epochsOf(streams), limit],
    );
  }

  /** Deliveries of a listener that was resumed meanwhile stay pending for its new stream. */
  async markSent(streams: readonly ListenerEpoch[], ids: string[]): Promise<void> {
    await execute(
      this.db.manager,
      // The lock makes `resume` run either before this statement or after these deliveries are marked.
      `WITH latest AS (SELECT e.id FROM ${LATEST} FOR SHARE OF e)
       UPDATE webhook_delivery SET status = 'delivered'
       WHERE id = ANY ($3) AND endpoint_id IN (SELECT id FROM latest)`,
      [...epochsOf(streams), ids],
    );
  }

  /**
   * Deletes deliveries first and in batches, because deleting a listener would cascade to all of them in a single
   * statement. A listener with remaining deliveries stays until the next run.
   */
  async deleteUnresponsive(stop: AbortSignal): Promise<void> {
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
