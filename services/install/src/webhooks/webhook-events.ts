import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '@casement/common/data/database/new-id.js';
import { WEBHOOK_TEST, type WebhookEvent } from '@casement/proto/http/install/webhooks/webhooks.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';

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
  constructor(
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
  ) {}

  async add(
    tx: EntityManager,
    { userId, type, data, at = new Date(), id = newId(), key }: NewWebhookEvent,
  ): Promise<void> {
    const endpointIds = await this.endpoints.lockSubscribed(tx, userId, type);
    if (endpointIds.length === 0) return;
    const payload = payloadOf(type, at, data);
    await this.deliveries.add(tx, endpointIds, { id, type, key: key ?? null, payload });
  }
}
