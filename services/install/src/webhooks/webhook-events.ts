import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '@casement/common/data/database/new-id.js';
import { execute, idRow, rows } from '@casement/common/data/database/sql.js';
import { WEBHOOK_TEST, type WebhookEvent } from '@casement/proto/http/webhooks.js';
import { DELIVERY_LIFETIME } from './lifetime.js';

export interface NewWebhookEvent {
  userId: string;
  type: WebhookEvent;
  /** What happened, in the API's names; never a password. */
  data: Record<string, unknown>;
  /** When it happened; now unless given. */
  at?: Date;
  /** Permanent; a new one unless given. */
  id?: string;
  /** Events of one key reach each endpoint in the order in which they were added: the install's id. */
  key?: string;
}

/** The body as Standard Webhooks shape it. */
export const payloadOf = (
  type: WebhookEvent | typeof WEBHOOK_TEST,
  at: Date,
  data: Record<string, unknown>,
): string => JSON.stringify({ type, timestamp: at.toISOString(), data });

/**
 * The outbox of the webhooks: an event is written for each endpoint that has chosen it, in the transaction of the change
 * that it reports. The endpoints are chosen when the event is written; a later change of an endpoint counts for later events.
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
      // Locked, so that none is deleted before its delivery is written.
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
