import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Throttle, type Limit } from '@casement/common/data/throttle/throttle.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import {
  recordRevocation,
  refuseIfRevoked,
} from '@casement/common/platform/auth/access-revocations.js';
import {
  MAX_WEBHOOKS,
  type WebhookRequest,
} from '@casement/proto/http/install/webhooks/webhooks.js';
import { AccountClosureService } from '../account-closure/account-closure.service.js';
import { InstallConfig } from '../config.js';
import { newSecret, secretContext } from './sending/signing.js';
import { WebhookEntity } from './webhook.entity.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { WebhookWorker } from './sending/webhook-worker.js';
import { webhookErrors } from './webhooks.errors.js';

/** Changes per user, each with an audit entry. A webhook may be paused or deleted at any time. */
const CHANGES: Limit = { name: 'webhook-changes', burst: 60, everySeconds: 300 };

/** Validity of the previous secret after a rotation. */
const OVERLAP_MS = 24 * 3_600_000;

export interface WithSecret {
  endpoint: WebhookEntity;
  /** Plain text. No later call returns it. */
  secret: string;
}

@Injectable()
export class WebhooksService {
  constructor(
    private readonly db: Database,
    private readonly config: InstallConfig,
    private readonly repository: WebhookEndpointsRepository,
    private readonly closure: AccountClosureService,
    private readonly secrets: SecretBox,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
    private readonly throttle: Throttle,
    private readonly worker: WebhookWorker,
  ) {}

  list({ userId }: Pick<Actor, 'userId'>): Promise<WebhookEntity[]> {
    return this.repository.findAllOf(userId);
  }

  /** @throws NOT_FOUND, also for another user's webhook */
  async get({ userId }: Actor, id: string): Promise<WebhookEntity> {
    const endpoint = await this.repository.findOf(userId, id);
    if (!endpoint) throw webhookErrors.notFound();
    return endpoint;
  }

  /**
   * @throws TOO_MANY_WEBHOOKS, RATE_LIMITED, ACCOUNT_CLOSED, VALIDATION_FAILED if https is required; STEP_UP_REQUIRED
   * or API_KEY_INVALID after a revocation
   */
  create(unit: UnitOfWork, actor: Actor, { url, events }: WebhookRequest): Promise<WithSecret> {
    const { userId } = actor;
    this.acceptUrl(url);
    const id = newId();
    const secret = newSecret();
    return unit.transaction(async (tx) => {
      await this.closure.admit(tx, userId);
      await refuseIfRevoked(tx, actor);
      await this.throttle.take(CHANGES, userId, tx);
      await this.repository.lockAllOf(tx, userId);
      const present = await this.repository.findAllOf(userId, tx);
      if (present.length >= MAX_WEBHOOKS) throw webhookErrors.tooMany(MAX_WEBHOOKS);
      const sealed = this.secrets.seal(secret, secretContext(id));
      await tx.insert(WebhookEntity, { id, userId, url, events, secret: sealed });
      await this.record(tx, 'webhook.created', id, { host: new URL(url).host, events });
      await this.announce(tx, userId, id, url);
      return { endpoint: await this.lock(tx, userId, id), secret };
    });
  }

  /** @throws NOT_FOUND; VALIDATION_FAILED if https is required */
  update({ userId }: Actor, id: string, { url, events }: WebhookRequest): Promise<WebhookEntity> {
    this.acceptUrl(url);
    return this.change(this.db, userId, id, async (tx, { url: before }) => {
      await this.throttle.take(CHANGES, userId, tx);
      // A new receiver starts without a failure history.
      const reset = url === before ? {} : { failingSince: null, slow: true };
      await tx.update(WebhookEntity, { id }, { url, events, ...reset });
      await this.record(tx, 'webhook.updated', id, { host: new URL(url).host, events });
      if (url !== before) await this.announce(tx, userId, id, url);
    });
  }

  /** Pending events are kept for up to 24 hours meanwhile. Idempotent. @throws NOT_FOUND */
  pause({ userId }: Actor, id: string): Promise<WebhookEntity> {
    return this.change(this.db, userId, id, async (tx, { pausedAt }) => {
      if (pausedAt) return;
      await tx.update(WebhookEntity, { id }, { pausedAt: new Date(), pauseReason: 'owner' });
      await this.record(tx, 'webhook.paused', id);
    });
  }

  /** Pauses all webhooks of a user whose access was revoked. Their pending events are kept for up to 24 hours. */
  async pauseAllOf(tx: EntityManager, userId: string): Promise<void> {
    await recordRevocation(tx, userId);
    for (const { id, pausedAt } of await this.repository.findAllOf(userId, tx)) {
      if (pausedAt) continue;
      await tx.update(WebhookEntity, { id }, { pausedAt: new Date(), pauseReason: 'owner' });
      await this.record(tx, 'webhook.paused', id);
    }
  }

  /** Idempotent. @throws NOT_FOUND; STEP_UP_REQUIRED or API_KEY_INVALID after a revocation */
  async resume(actor: Actor, id: string): Promise<WebhookEntity> {
    const { userId } = actor;
    const resumed = await this.db.transaction(async (tx) => {
      await refuseIfRevoked(tx, actor);
      const endpoint = await this.lock(tx, userId, id);
      if (!endpoint.pausedAt) return endpoint;
      await this.throttle.take(CHANGES, userId, tx);
      const reset = { pausedAt: null, pauseReason: null, failingSince: null };
      await tx.update(WebhookEntity, { id }, reset);
      await this.record(tx, 'webhook.resumed', id);
      return this.lock(tx, userId, id);
    });
    this.worker.notify();
    return resumed;
  }

  /**
   * Rotates the secret. The current secret stays valid for 24 hours, and any previous one expires now. @throws
   * NOT_FOUND
   */
  async rotate(unit: UnitOfWork, { userId }: Actor, id: string): Promise<WithSecret> {
    const secret = newSecret();
    const endpoint = await this.change(unit, userId, id, async (tx, { secret: previousSecret }) => {
      await this.throttle.take(CHANGES, userId, tx);
      await tx.update(
        WebhookEntity,
        { id },
        {
          secret: this.secrets.seal(secret, secretContext(id)),
          previousSecret,
          previousSecretUntil: new Date(Date.now() + OVERLAP_MS),
        },
      );
      await this.record(tx, 'webhook.secret_rotated', id);
    });
    return { endpoint, secret };
  }

  /** Also deletes the pending deliveries. @throws NOT_FOUND */
  async delete({ userId }: Actor, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { url } = await this.lock(tx, userId, id);
      await tx.delete(WebhookEntity, { id });
      await this.record(tx, 'webhook.deleted', id, { host: new URL(url).host });
    });
  }

  /** Locks the endpoint until `tx` ends. @throws NOT_FOUND */
  async lock(tx: EntityManager, userId: string, id: string): Promise<WebhookEntity> {
    const endpoint = await this.repository.lockOf(tx, userId, id);
    if (!endpoint) throw webhookErrors.notFound();
    return endpoint;
  }

  /** Also erases listeners and all deliveries. */
  eraseOf(tx: EntityManager, userId: string): Promise<void> {
    return this.repository.eraseOf(tx, userId);
  }

  private acceptUrl(url: string): void {
    const isPlain = new URL(url).protocol === 'http:';
    if (isPlain && this.config.NODE_ENV === 'production') throw webhookErrors.httpsRequired();
  }

  private change(
    unit: UnitOfWork,
    userId: string,
    id: string,
    work: (tx: EntityManager, endpoint: WebhookEntity) => Promise<void>,
  ): Promise<WebhookEntity> {
    return unit.transaction(async (tx) => {
      await work(tx, await this.lock(tx, userId, id));
      return this.lock(tx, userId, id);
    });
  }

  /** Publishes an event for a new receiver; auth notifies the owner by mail. */
  private async announce(
    tx: EntityManager,
    userId: string,
    webhookId: string,
    url: string,
  ): Promise<void> {
    const event = { webhookId, userId, host: new URL(url).host };
    await this.outbox.add(tx, 'install.webhook.created.v1', event, { key: userId });
  }

  /** Records only the host of a URL because its path may be a secret. */
  private async record(
    tx: EntityManager,
    action: string,
    id: string,
    after?: Record<string, unknown>,
  ): Promise<void> {
    await this.audit.record(tx, { action, target: `webhook:${id}`, after });
  }
}
