import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import {
  WEBHOOK_TEST,
  webhookDeliveryStatus,
  webhookEvent,
  webhookTry,
  type WebhookDeliveryStatus,
  type WebhookEvent,
} from '@casement/proto/http/install/webhooks/webhooks.js';
import { condition } from '@casement/common/data/database/condition.js';
import { newestIdFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listPage, type ListPage } from '@casement/common/data/database/list-page.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { execute, one, row, rows } from '@casement/common/data/database/sql.js';
import type { SendResult } from './sending/webhook-sender.js';

const MAX_STORED_TRIES = 30;

/** SQL interval during which a delivery is retried. The default of `webhook_delivery.give_up_at` is the same. */
const DELIVERY_LIFETIME = `interval '24 hours'`;

const deliveryRow = z.object({
  id: z.string(),
  eventId: z.string(),
  event: z.union([webhookEvent, z.literal(WEBHOOK_TEST)]),
  status: webhookDeliveryStatus,
  nextTryAt: z.date(),
  tries: z.array(webhookTry),
  payload: z.string(),
  answer: z.string().nullable(),
  createdAt: z.date(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

const COLUMNS = `id, event_id AS "eventId", event, status, next_try_at AS "nextTryAt", tries, payload, answer,
  created_at AS "createdAt"`;

const waitingRow = z.object({
  id: z.string(),
  endpointId: z.string(),
  eventId: z.string(),
  payload: z.string(),
  orderingKey: z.string().nullable(),
  /** Failed attempts since the creation or the last replay. */
  failures: z.number(),
  giveUpAt: z.date(),
});
export type WaitingDelivery = z.infer<typeof waitingRow>;

/** Outbox with one queue per endpoint. */
@Injectable()
export class WebhookDeliveriesRepository {
  constructor(private readonly db: Database) {}

  pageOf(
    endpointId: string,
    { status, ...page }: PageQuery & { status?: WebhookDeliveryStatus | undefined },
  ): Promise<ListPage<DeliveryRow>> {
    return listPage(this.db.manager, {
      select: COLUMNS,
      from: 'webhook_delivery',
      shape: deliveryRow,
      where: [
        condition`endpoint_id = ${endpointId}`,
        status !== undefined && condition`status = ${status}`,
      ],
      orderBy: newestIdFirst,
      page,
    });
  }

  /** Adds an event to the queues of these endpoints, at most once each. */
  async add(
    tx: EntityManager,
    endpointIds: readonly string[],
    event: { id: string; type: WebhookEvent; key: string | null; payload: string },
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO webhook_delivery (id, endpoint_id, event_id, event, ordering_key, payload, give_up_at)
       SELECT d.id, d.endpoint_id, $3, $4, $5, $6, now() + ${DELIVERY_LIFETIME}
       FROM unnest($1::uuid[], $2::uuid[]) AS d (id, endpoint_id)
       ON CONFLICT (endpoint_id, event_id) DO NOTHING`,
      [endpointIds.map(() => newId()), endpointIds, event.id, event.type, event.key, event.payload],
    );
  }

  /** Adds a test delivery, whatever event types the endpoint has subscribed to. */
  async addTest(tx: EntityManager, endpointId: string, payload: string): Promise<DeliveryRow> {
    return one(
      tx,
      deliveryRow,
      `INSERT INTO webhook_delivery (id, endpoint_id, event_id, event, payload, give_up_at)
       VALUES ($1, $2, $3, '${WEBHOOK_TEST}', $4, now() + ${DELIVERY_LIFETIME}) RETURNING ${COLUMNS}`,
      [newId(), endpointId, newId(), payload],
    );
  }

  findOf(endpointId: string, id: string): Promise<DeliveryRow | null> {
    return row(
      this.db.manager,
      deliveryRow,
      `SELECT ${COLUMNS} FROM webhook_delivery WHERE endpoint_id = $1 AND id = $2`,
      [endpointId, id],
    );
  }

  /** Resends the delivery under the same event id. @returns `null` while it is pending */
  replay(tx: EntityManager, endpointId: string, id: string): Promise<DeliveryRow | null> {
    return row(
      tx,
      deliveryRow,
      `UPDATE webhook_delivery SET status = 'waiting', failures = 0, next_try_at = now(),
              give_up_at = now() + ${DELIVERY_LIFETIME}
       WHERE endpoint_id = $1 AND id = $2 AND status <> 'waiting' RETURNING ${COLUMNS}`,
      [endpointId, id],
    );
  }

  /**
   * Returns the oldest pending delivery of each install, and deliveries without an install. Deliveries behind a
   * failed one are postponed until its next attempt.
   */
  async findDue(endpointId: string, limit: number): Promise<WaitingDelivery[]> {
    await execute(
      this.db.manager,
      `UPDATE webhook_delivery AS later SET next_try_at = first.next_try_at
       FROM webhook_delivery AS first
       WHERE later.endpoint_id = $1 AND later.status = 'waiting' AND later.next_try_at <= now()
         AND first.endpoint_id = $1 AND first.status = 'waiting' AND first.next_try_at > now()
         AND first.ordering_key = later.ordering_key AND first.seq < later.seq`,
      [endpointId],
    );
    return rows(
      this.db.manager,
      waitingRow,
      `SELECT id, endpoint_id AS "endpointId", event_id AS "eventId", payload, ordering_key AS "orderingKey", failures, give_up_at AS "giveUpAt"
       FROM webhook_delivery AS due
       WHERE endpoint_id = $1 AND status = 'waiting' AND next_try_at <= now()
         AND NOT EXISTS (
           SELECT 1 FROM webhook_delivery AS earlier
           WHERE earlier.endpoint_id = $1 AND earlier.status = 'waiting'
             AND earlier.ordering_key = due.ordering_key AND earlier.seq < due.seq)
       ORDER BY seq LIMIT $2`,
      [endpointId, limit],
    );
  }

  async markDelivered(
    tx: EntityManager,
    delivery: WaitingDelivery,
    result: SendResult,
  ): Promise<void> {
    await this.recordTry(tx, delivery, result, `status = 'delivered'`);
    await this.releaseNext(tx, delivery);
  }

  /** @param nextTryAt `null` to give up */
  async markFailed(
    tx: EntityManager,
    delivery: WaitingDelivery,
    result: SendResult,
    nextTryAt: Date | null,
  ): Promise<void> {
    if (nextTryAt) {
      await this.recordTry(tx, delivery, result, 'failures = failures + 1, next_try_at = $5', [
        nextTryAt,
      ]);
      return;
    }
    await this.recordTry(tx, delivery, result, `status = 'failed', failures = failures + 1`);
    await this.releaseNext(tx, delivery);
  }

  /**
   * Gives up overdue deliveries of paused endpoints. Other deliveries are given up after their last attempt, a little
   * later.
   *
   * @param limit keeps the statement far below the statement timeout
   */
  async giveUpOverdue(limit = 5_000): Promise<number> {
    return execute(
      this.db.manager,
      `UPDATE webhook_delivery SET status = 'failed'
       WHERE id IN (
         SELECT id FROM webhook_delivery
         WHERE status = 'waiting' AND give_up_at < now() - interval '10 minutes'
         LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
  }

  private async recordTry(
    tx: EntityManager,
    { id }: WaitingDelivery,
    { answer, ...tried }: SendResult,
    set: string,
    more: unknown[] = [],
  ): Promise<void> {
    await execute(
      tx,
      `UPDATE webhook_delivery SET ${set}, answer = $2,
              tries = CASE WHEN jsonb_array_length(tries) < $4 THEN tries ELSE tries - 0 END || $3::jsonb
       WHERE id = $1 AND status = 'waiting'`,
      [id, answer, JSON.stringify(tried), MAX_STORED_TRIES, ...more],
    );
  }

  private async releaseNext(
    tx: EntityManager,
    { endpointId, orderingKey }: WaitingDelivery,
  ): Promise<void> {
    if (orderingKey === null) return;
    await execute(
      tx,
      `UPDATE webhook_delivery SET next_try_at = now()
       WHERE endpoint_id = $1 AND ordering_key = $2 AND status = 'waiting' AND next_try_at > now()`,
      [endpointId, orderingKey],
    );
  }
}
