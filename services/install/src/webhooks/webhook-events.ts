import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '@casement/common/data/database/new-id.js';
import { execute, idRow, rows } from '@casement/common/data/database/sql.js';
import { WEBHOOK_TEST, type WebhookEvent } from '@casement/proto/http/install/webhooks/webhooks.js';

/** SQL interval during which a delivery is retried. The default of `webhook_delivery.give_up_at` is the same. */
export const DELIVERY_LIFETIME = `interval '24 hours'`;

export interface NewWebhookEvent {
  userId: string;
  type: WebhookEvent;
  /** Uses the field names of the API. Never contains a password. */
  data: Record<string, unknown>;
  at?: Date;
  id?: string;
  /** Ordering key (install id). An endpoint receives events with the same key in the order of `add`. */
  key?: string;
}

/** Builds the request body in the format of Standard Webhooks. */
export const payloadOf = (
  type: WebhookEvent | typeof WEBHOOK_TEST,
  at: Date,
  data: Record<string, unknown>,
): string => JSON.stringify({ type, timestamp: at.toISOString(), data });

/**
 * Outbox of the webhooks. Writes an event for each subscribed endpoint in the transaction of the reported change.
 * Later changes of an endpoint affect only later events.
 */
@Injectable()
export class WebhookEvents {
  async add(
    tx: EntityManager,
    { userId, type, data, at = new Date(), id = newId(), key }: NewWebhookEvent,
  ): Promise<void> {
    const endpoints = await rows(
      tx,
      idRow,
      // The lock prevents an endpoint from being deleted before its delivery is written.
      `SELECT id FROM webhook_endpoint WHERE user_id = $1 AND $2 = ANY (events)
       ORDER BY id FOR KEY SHARE`,
      [userId, type],
    );
    if (endpoints.length === 0) return;
    await execute(
      tx,
      `INSERT INTO webhook_delivery (id, endpoint_id, event_id, event, ordering_key, payload, give_up_at)
       SELECT d.id, d.endpoint_id, $3, $4, $5, $6, now() + ${DELIVERY_LIFETIME}
       FROM unnest($1::uuid[], $2::uuid[]) AS d (id, endpoint_id)
       ON CONFLICT (endpoint_id, event_id) DO NOTHING`,
      [
        endpoints.map(() => newId()),
        endpoints.map((endpoint) => endpoint.id),
        id,
        type,
        key ?? null,
        payloadOf(type, at, data),
      ],
    );
  }
}
