import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WebhookEvent } from '@casement/proto/http/install/webhooks/webhooks.js';
import { WebhookEvents } from '../webhooks/webhook-events.js';
import { InstallConfig } from '../config.js';
import { publicPort } from './desktop-target.js';
import type { StoredStatus } from './install-status.js';
import type { InstallEntity } from './install.entity.js';
import { progressOf } from './install.mapper.js';

const ENDS: Partial<Record<StoredStatus, WebhookEvent>> = {
  completed: 'install.completed',
  failed: 'install.failed',
  manual_review: 'install.review',
};

@Injectable()
export class InstallWebhooks {
  constructor(
    private readonly events: WebhookEvents,
    private readonly config: InstallConfig,
  ) {}

  /**
   * Called with the row locked in `tx`, so that the events of one install keep the order of its changes. NATS with
   * several replicas would not preserve it.
   */
  async changed(tx: EntityManager, before: InstallEntity, after: InstallEntity): Promise<void> {
    const { phase } = progressOf(after);
    const isUnderWay = after.status === 'preparing' || after.status === 'running';
    if (isUnderWay && phase !== progressOf(before).phase)
      await this.add(tx, 'install.phase', after);
    const end = after.status === before.status ? undefined : ENDS[after.status];
    if (end) await this.add(tx, end, after);
  }

  private async add(tx: EntityManager, type: WebhookEvent, install: InstallEntity): Promise<void> {
    const { id, userId, ip, kind, winVer, status, engineState } = install;
    const rdpPort = publicPort(install, this.config.INSTALL_TARGET_PORT);
    const { phase, committed } = progressOf(install);
    const { failure } = engineState;
    await this.events.add(tx, {
      userId,
      type,
      key: id,
      data: {
        id,
        ip,
        kind,
        rdp_port: rdpPort,
        win_ver: winVer,
        status,
        phase,
        committed,
        failure: failure && { code: failure.code, message: failure.message, cure: failure.cure },
      },
    });
  }
}
