import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import {
  WEBHOOK_TEST,
  type WebhookDeliveriesQuery,
} from '@casement/proto/http/install/webhooks.js';
import { WebhookDeliveriesRepository, type DeliveryRow } from './webhook-deliveries.repository.js';
import { payloadOf } from './webhook-events.js';
import { WebhookWorker } from './sending/webhook-worker.js';
import { webhookErrors } from './webhooks.errors.js';
import { WebhooksService } from './webhooks.service.js';

const MAX_TESTS = 5;
const TESTS_SECONDS = 60;

/** Deliveries of a user's webhooks, replays and tests. Another user's webhook is reported as not found. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly db: Database,
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly worker: WebhookWorker,
  ) {}

  /** Newest first. @throws NOT_FOUND */
  async list(
    actor: Actor,
    webhookId: string,
    query: WebhookDeliveriesQuery,
  ): Promise<ListPage<DeliveryRow>> {
    const { id } = await this.webhooks.get(actor, webhookId);
    return this.deliveries.pageOf(id, query);
  }

  /** @throws NOT_FOUND */
  async get(actor: Actor, webhookId: string, deliveryId: string): Promise<DeliveryRow> {
    const { id } = await this.webhooks.get(actor, webhookId);
    const delivery = await this.deliveries.findOf(id, deliveryId);
    if (!delivery) throw webhookErrors.deliveryNotFound();
    return delivery;
  }

  /** @throws NOT_FOUND; WEBHOOK_PAUSED; DELIVERY_WAITING if it is still pending */
  async replay(actor: Actor, webhookId: string, deliveryId: string): Promise<DeliveryRow> {
    const { id, pausedAt } = await this.webhooks.get(actor, webhookId);
    if (pausedAt) throw webhookErrors.paused();
    await this.get(actor, webhookId, deliveryId);
    const replayed = await this.deliveries.replay(this.db.manager, id, deliveryId);
    if (!replayed) throw webhookErrors.waiting();
    this.worker.notify();
    return replayed;
  }

  /** @throws NOT_FOUND; WEBHOOK_PAUSED; RATE_LIMITED, so that users cannot flood a third party */
  async test(actor: Actor, webhookId: string): Promise<DeliveryRow> {
    const delivery = await this.db.transaction(async (tx) => {
      // Serialises concurrent calls that count and then insert.
      const { id, pausedAt } = await this.webhooks.lock(tx, actor.userId, webhookId);
      if (pausedAt) throw webhookErrors.paused();
      const since = new Date(Date.now() - TESTS_SECONDS * 1_000);
      const tests = await this.deliveries.countTestsSince(tx, id, since);
      if (tests >= MAX_TESTS) throw webhookErrors.tooManyTests(TESTS_SECONDS);
      const payload = payloadOf(WEBHOOK_TEST, new Date(), { webhook_id: id });
      return this.deliveries.addTest(tx, id, payload);
    });
    this.worker.notify();
    return delivery;
  }
}
