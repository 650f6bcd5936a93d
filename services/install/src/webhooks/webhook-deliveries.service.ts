import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Throttle, type Limit } from '@casement/common/data/throttle/throttle.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import {
  WEBHOOK_TEST,
  type WebhookDeliveriesQuery,
} from '@casement/proto/http/install/webhooks/webhooks.js';
import { WebhookDeliveriesRepository, type DeliveryRow } from './webhook-deliveries.repository.js';
import { payloadOf } from './webhook-events.js';
import { WebhookWorker } from './sending/webhook-worker.js';
import { webhookErrors } from './webhooks.errors.js';
import { WebhooksService } from './webhooks.service.js';

/** Tests and replays per user over all webhooks, so that users cannot flood a third party. */
const SENDS: Limit = { name: 'webhook-sends', burst: 5, everySeconds: 12 };

/** Deliveries of a user's webhooks, replays and tests. Another user's webhook is reported as not found. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly db: Database,
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly worker: WebhookWorker,
    private readonly throttle: Throttle,
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

  /** @throws NOT_FOUND; WEBHOOK_PAUSED; RATE_LIMITED; DELIVERY_WAITING if it is still pending */
  async replay(actor: Actor, webhookId: string, deliveryId: string): Promise<DeliveryRow> {
    const { id, pausedAt } = await this.webhooks.get(actor, webhookId);
    if (pausedAt) throw webhookErrors.paused();
    await this.get(actor, webhookId, deliveryId);
    const replayed = await this.db.transaction(async (tx) => {
      const delivery = await this.deliveries.replay(tx, id, deliveryId);
      if (!delivery) throw webhookErrors.waiting();
      await this.throttle.take(SENDS, actor.userId, tx);
      return delivery;
    });
    this.worker.notify();
    return replayed;
  }

  /** @throws NOT_FOUND; WEBHOOK_PAUSED; RATE_LIMITED */
  async test(actor: Actor, webhookId: string): Promise<DeliveryRow> {
    const delivery = await this.db.transaction(async (tx) => {
      const { id, pausedAt } = await this.webhooks.lock(tx, actor.userId, webhookId);
      if (pausedAt) throw webhookErrors.paused();
      await this.throttle.take(SENDS, actor.userId, tx);
      const payload = payloadOf(WEBHOOK_TEST, new Date(), { webhook_id: id });
      return this.deliveries.addTest(tx, id, payload);
    });
    this.worker.notify();
    return delivery;
  }
}
