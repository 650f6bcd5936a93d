import { Injectable } from '@nestjs/common';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { Database } from '@casement/common/data/database/database.js';
import { backOff } from '@casement/common/data/jobs/back-off.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { secretContext } from './signing.js';
import type { WebhookEntity } from '../webhook.entity.js';
import {
  WebhookDeliveriesRepository,
  type WaitingDelivery,
} from '../webhook-deliveries.repository.js';
import { WebhookEndpointsRepository } from '../webhook-endpoints.repository.js';
import { WebhookPauses } from './webhook-pauses.js';
import { WebhookSender, type SendResult } from './webhook-sender.js';

/** Concurrent deliveries to one endpoint, each of a different install. */
const CONCURRENCY = 4;
/** Endpoints that respond more slowly are served by the slow queue. */
const SLOW_MS = 2_000;
/** Maximum time spent on one endpoint before the next one in the queue is served. */
const TURN_MS = 10_000;
/** 5 s, 15 s, 45 s, … 3 h, then every 4 h: 14 attempts within DELIVERY_LIFETIME. */
const WAITS = { baseMs: 5_000, factor: 3, maxMs: 4 * 3_600_000 };
const GONE = 410;

const log = logger('webhooks');

type Lease = HeldLease<WebhookEntity>;

/** Sends the due deliveries of one endpoint under its lease. */
@Injectable()
export class WebhookRunner {
  constructor(
    private readonly db: Database,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly sender: WebhookSender,
    private readonly pauses: WebhookPauses,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * Runs until no delivery is due, the turn is over, or the endpoint fails or is slow and therefore moves to the slow
   * queue.
   * @returns 0, because the deliveries determine when the endpoint is due again
   * @throws LeaseLost, or the reason of the lease's signal
   */
  async run(lease: Lease): Promise<number> {
    const end = performance.now() + TURN_MS;
    for (let isQuick = true; isQuick && performance.now() < end;) {
      const endpoint = await this.endpoints.find(lease.id);
      if (!endpoint || endpoint.pausedAt) break;
      const due = await this.deliveries.findDue(endpoint.id, CONCURRENCY);
      if (due.length === 0) break;
      isQuick = await allQuick(due.map((one) => this.deliver(lease, endpoint, one)));
    }
    return 0;
  }

  /** @returns whether the delivery succeeded quickly */
  private async deliver(
    lease: Lease,
    endpoint: WebhookEntity,
    delivery: WaitingDelivery,
  ): Promise<boolean> {
    // If the lease is lost, another worker may already have sent a later event.
    lease.assertCurrent();
    const { eventId, payload } = delivery;
    const message = { url: endpoint.url, secrets: this.secretsOf(endpoint), eventId, payload };
    const result = await this.sender.send(message, lease.signal);
    await this.record(lease, delivery, result);
    return result.failure === null && result.took <= SLOW_MS;
  }

  private secretsOf({ id, ...endpoint }: WebhookEntity): string[] {
    const { secret, previousSecret, previousSecretUntil } = endpoint;
    const isBoth = previousSecretUntil !== null && previousSecretUntil.getTime() > Date.now();
    const sealed = previousSecret !== null && isBoth ? [secret, previousSecret] : [secret];
    return sealed.map((one) => this.secrets.open(one, secretContext(id)));
  }

  private async record(lease: Lease, delivery: WaitingDelivery, result: SendResult): Promise<void> {
    const failed = result.failure !== null;
    await this.db.transaction(async (tx) => {
      const slow = failed || result.took > SLOW_MS;
      if (!(await this.endpoints.recordTry(tx, lease, { failed, slow })))
        throw new LeaseLost(lease.id);
      if (failed) await this.deliveries.markFailed(tx, delivery, result, nextTry(delivery));
      else await this.deliveries.markDelivered(tx, delivery, result);
      if (result.status === GONE) await this.pauses.pauseGone(tx, lease.id);
    });
    const { failure, status, took } = result;
    if (failed)
      log.info(
        { webhookId: lease.id, eventId: delivery.eventId, failure, status, took },
        'webhook delivery failed',
      );
  }
}

/** Waits for all deliveries, because none may continue without the lease. */
async function allQuick(deliveries: Promise<boolean>[]): Promise<boolean> {
  const settled = await Promise.allSettled(deliveries);
  const broken = settled.find((one) => one.status === 'rejected');
  if (broken) throw broken.reason;
  return settled.every((one) => one.status === 'fulfilled' && one.value);
}

/** Returns the time of the next attempt, at the latest the expiry of the delivery; `null` after the expiry. */
function nextTry({ failures, giveUpAt }: WaitingDelivery): Date | null {
  if (Date.now() >= giveUpAt.getTime()) return null;
  return new Date(Math.min(Date.now() + backOff(failures + 1, WAITS), giveUpAt.getTime()));
}
