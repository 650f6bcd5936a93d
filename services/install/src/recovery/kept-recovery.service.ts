import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { installErrors } from '../installs/installs.errors.js';
import { InstallsService, type StoredInstall } from '../installs/installs.service.js';
import { keptStateOf } from '../installs/kept-recovery.js';
import { startReadiness } from '../installs/recovery-readiness.js';
import { recoveryErrors } from './recovery.errors.js';

/** Owner's wishes about the recovery system of a completed install. They change neither its state nor its quota. */
@Injectable()
export class KeptRecoveryService {
  constructor(
    private readonly db: Database,
    private readonly installs: InstallsService,
  ) {}

  /**
   * Orders the boot that reported last to restart into Windows. May be repeated.
   * @throws NOT_FOUND, also for another user's install; RECOVERY_NOT_READY, INSTALL_IN_PROGRESS
   */
  startWindows(actor: Actor, id: string): Promise<StoredInstall> {
    return this.change(actor, id, async (tx, install) => {
      const recovery = startReadiness(install, new Date());
      if (typeof recovery === 'string') throw recoveryErrors.notReady(recovery);
      await this.installs.requireFree(install);
      await this.installs.orderWindows(tx, install, recovery.bootId);
    });
  }

  /**
   * Stores that Windows shall remove the recovery system, which happens when its task asks next. May be repeated.
   * @throws NOT_FOUND, also for another user's install; RECOVERY_NOT_READY
   */
  remove(actor: Actor, id: string): Promise<StoredInstall> {
    return this.change(actor, id, async (tx, install) => {
      const state = keptStateOf(install);
      if (state === null || state === 'removed') throw recoveryErrors.notKept();
      if (state !== 'removing') await this.installs.requestRemoval(tx, install);
    });
  }

  private change(
    { userId }: Actor,
    id: string,
    change: (tx: EntityManager, install: StoredInstall) => Promise<void>,
  ): Promise<StoredInstall> {
    return this.db.transaction(async (tx) => {
      const install = await this.installs.lockOwn(tx, userId, id);
      if (!install) throw installErrors.notFound();
      await change(tx, install);
      return (await this.installs.lockOwn(tx, userId, id))!;
    });
  }
}
