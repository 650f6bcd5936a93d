import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { InstallConfig } from '../../config.js';
import { customPort } from '../../installs/desktop-target.js';
import type { StoredInstall } from '../../installs/installs.service.js';

@Injectable()
export class PasswordResetNotices {
  constructor(
    private readonly outbox: Outbox,
    private readonly config: InstallConfig,
  ) {}

  /** Has auth tell the owner by mail that Windows gets a new password. */
  async announce(tx: EntityManager, install: StoredInstall): Promise<void> {
    const { id: installId, userId, ip } = install;
    const rdpPort = customPort(install, this.config.INSTALL_TARGET_PORT);
    const event = { userId, installId, ip, rdpPort };
    await this.outbox.add(tx, 'install.password.reset.v1', event, { key: userId });
  }
}
