import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { deleteEach } from '@casement/common/data/jobs/delete-in-batches.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { LeaseTable } from '@casement/common/data/jobs/lease-table.js';
import { LeaseWorker } from '@casement/common/data/jobs/lease-worker.js';
import { OLD_REVOCATIONS } from '@casement/common/platform/auth/access-revocations.js';
import { InstallConfig } from '../../config.js';
import { WebhookEntity } from '../webhook.entity.js';
import { WebhookDeliveriesRepository } from '../webhook-deliveries.repository.js';
import { WebhookEndpointsRepository } from '../webhook-endpoints.repository.js';
import { WebhookPauses } from './webhook-pauses.js';
import { WebhookRunner } from './webhook-runner.js';

/** Quick endpoints served concurrently by one process. Slow ones mostly wait for responses. */
const QUICK = 16;
const SLOW = 48;
/** Slow endpoints of one user served concurrently, over all processes. */
const SLOW_OF_USER = 4;
const SWEEP_EVERY_MS = 60_000;
const ERASE_EVERY_MS = 10 * 60_000;

const hasDue = (endpoint: string) => `${endpoint}.paused_at IS NULL AND EXISTS (
  SELECT 1 FROM webhook_delivery
  WHERE endpoint_id = ${endpoint}.id AND status = 'waiting' AND next_try_at <= now())`;

/**
 * Start tag of an endpoint in start-time fair queueing: slow endpoints of its user that are being served, plus those
 * that have waited longer. Computed, because a delivery becomes due without a write.
 */
const START_TAG = `(
  SELECT count(*) FROM webhook_endpoint AS other
  WHERE other.user_id = webhook_endpoint.user_id AND other.slow AND (other.lease_until > now() OR (
    (other.run_after, other.id) < (webhook_endpoint.run_after, webhook_endpoint.id)
    AND ${hasDue('other')})))`;

const quickWebhooks = (db: Database, leaseSeconds: number): LeaseTable<WebhookEntity> =>
  new LeaseTable(db, {
    entity: WebhookEntity,
    open: `NOT slow AND ${hasDue('webhook_endpoint')}`,
    leaseSeconds,
  });

export const slowWebhooks = (db: Database, leaseSeconds: number): LeaseTable<WebhookEntity> =>
  new LeaseTable(db, {
    entity: WebhookEntity,
    open: `slow AND ${hasDue('webhook_endpoint')} AND ${START_TAG} < ${SLOW_OF_USER}`,
    leaseSeconds,
    order: START_TAG,
  });

/**
 * Serves endpoints with due deliveries. New endpoints, and endpoints whose last attempt failed or was slow, have a
 * separate queue, so that quick endpoints never wait for them. In that queue users take turns.
 */
@Injectable()
export class WebhookWorker {
  private readonly workers: LeaseWorker<WebhookEntity>[];

  constructor(
    config: InstallConfig,
    db: Database,
    jobs: Jobs,
    runner: WebhookRunner,
    endpoints: WebhookEndpointsRepository,
    deliveries: WebhookDeliveriesRepository,
    pauses: WebhookPauses,
  ) {
    const queue = (name: string, table: LeaseTable<WebhookEntity>, concurrency: number) =>
      new LeaseWorker({ name, table, concurrency, run: (lease) => runner.run(lease) });
    const leaseSeconds = config.INSTALL_LEASE_SECONDS;
    this.workers = [
      queue('webhooks', quickWebhooks(db, leaseSeconds), QUICK),
      queue('webhooks-slow', slowWebhooks(db, leaseSeconds), SLOW),
    ];
    if (config.INSTALL_WORKER) for (const worker of this.workers) jobs.add(worker);

    // Separate jobs, so that a failing one does not stop the others.
    jobs.every('webhooks.pause', SWEEP_EVERY_MS, () => pauses.pauseFailing());
    jobs.every('webhooks.give-up', SWEEP_EVERY_MS, () => deliveries.giveUpOverdue());
    jobs.every('webhooks.erase-secrets', SWEEP_EVERY_MS, () => endpoints.erasePreviousSecrets());
    const old = {
      table: 'webhook_delivery',
      where: `status <> 'waiting' AND created_at < now() - interval '30 days'`,
    };
    jobs.every('webhooks.erase', ERASE_EVERY_MS, (stop) =>
      deleteEach(db, [old, OLD_REVOCATIONS], stop),
    );
  }

  notify(): void {
    for (const worker of this.workers) worker.notify();
  }
}
