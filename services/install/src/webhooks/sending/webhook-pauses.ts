import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import type { WebhookPauseReason } from '@casement/proto/http/install/webhooks/webhooks.js';
import { WebhookEndpointsRepository } from '../webhook-endpoints.repository.js';

const log = logger('webhooks');

/** Pauses failing endpoints and notifies their owners. */
@Injectable()
export class WebhookPauses {
  constructor(
    private readonly db: Database,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly outbox: Outbox,
  ) {}

  async pauseFailing(): Promise<void> {
    await this.db.transaction((tx) => this.pause(tx, 'failing'));
  }

  /** Pauses the endpoint after a 410 response, by which the receiver reports its removal. */
  async pauseGone(tx: EntityManager, id: string): Promise<void> {
    await this.pause(tx, 'gone', id);
  }

  private async pause(
    tx: EntityManager,
    reason: Exclude<WebhookPauseReason, 'owner'>,
    id?: string,
  ): Promise<void> {
    for (const { id: webhookId, userId, url } of await this.endpoints.pause(tx, reason, id)) {
      // The path may be a secret.
      const { host } = new URL(url);
      await this.outbox.add(tx, 'install.webhook.paused.v1', { webhookId, userId, host, reason });
      log.info({ webhookId, reason }, 'webhook paused');
    }
  }
}
