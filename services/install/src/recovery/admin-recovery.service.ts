import { Injectable } from '@nestjs/common';
import type { AdminInstallDetails } from '@casement/proto/http/install/admin-installs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { adminInstallErrors } from '../installs/admin/admin-installs.errors.js';
import { UNFINISHED } from '../installs/install-status.js';
import { InstallTransitions } from '../installs/install-transitions.service.js';
import { InstallsService, type StoredInstall } from '../installs/installs.service.js';
import { isAnswering } from '../installs/recovery-readiness.js';
import { recoveryErrors } from './recovery.errors.js';

const log = logger('admin-recovery');

/** Decisions of administrators about installs whose recovery system has reported. */
@Injectable()
export class AdminRecoveryService {
  constructor(
    private readonly db: Database,
    private readonly installs: InstallsService,
    private readonly transitions: InstallTransitions,
    private readonly audit: Audit,
  ) {}

  /**
   * Orders the boot that reported last to start Windows again. A review then watches for Windows as long as a new one.
   * Idempotent per boot.
   * @throws NOT_FOUND, RECOVERY_NOT_READY, INSTALL_IN_PROGRESS, INSTALL_CHANGED
   */
  startWindows(id: string): Promise<StoredInstall> {
    return this.db.transaction(async (tx) => {
      const install = await this.installs.lock(tx, id);
      const { recovery } = install.agentState;
      if (isOrdered(install)) return install;
      if (!recovery || !canStart(install)) throw recoveryErrors.cannotStartWindows();
      // Another install of the machine, perhaps ordered from this recovery system, must not lose it.
      const isUnfinished = UNFINISHED.includes(install.status);
      if (!isUnfinished) await this.installs.requireFree(install);
      const { bootId } = recovery;
      if (isUnfinished && !(await this.transitions.watchAgain(tx, install, new Date())))
        throw adminInstallErrors.changed();
      await this.installs.orderWindows(tx, install, bootId);
      await this.audit.record(tx, {
        action: 'install.windows-restarted',
        target: `install:${id}`,
        after: { boot: bootId },
      });
      log.info({ installId: id }, 'start of Windows ordered by an administrator');
      return this.installs.lock(tx, id);
    });
  }

  /**
   * Sets the install to failed with its cause, so that billing returns the held quota. Windows is no longer started.
   * @throws NOT_FOUND, INSTALL_CHANGED if no quota is held
   */
  release(id: string, note: string): Promise<StoredInstall> {
    return this.db.transaction(async (tx) => {
      const install = await this.installs.lock(tx, id);
      if (!canRelease(install)) throw adminInstallErrors.changed();
      const { again } = install.agentState;
      if (isOrdered(install))
        await this.installs.recordAgain(tx, id, { ...again!, startsWindows: false });
      const { failure } = install.engineState;
      const now = new Date();
      const released = failure
        ? await this.transitions.didNotStart(tx, install, 'failed', failure, now)
        : await this.transitions.edit(tx, install, 'failed', now);
      if (!released) throw adminInstallErrors.changed();
      await this.audit.record(tx, {
        action: 'install.released',
        target: `install:${id}`,
        before: { status: install.status },
        after: { status: released.status, note },
      });
      log.info({ installId: id, from: install.status }, 'quota returned by an administrator');
      return released;
    });
  }

  /** Returns the possible actions; `null` if no recovery system has reported. */
  actionsOf(install: StoredInstall): AdminInstallDetails['recovery'] {
    if (!install.agentState.recovery) return null;
    const possible = canStart(install) ? 'possible' : 'impossible';
    return {
      start_windows: isOrdered(install) ? 'ordered' : possible,
      release: canRelease(install),
    };
  }
}

const canStart = ({ agentState: { recovery }, recoveryTokenHash }: StoredInstall): boolean =>
  recoveryTokenHash !== null && Boolean(recovery && isAnswering(recovery, new Date()));

/** Whether the boot that reported last has an order that it has not followed yet. */
const isOrdered = ({ agentState: { again, recovery } }: StoredInstall): boolean =>
  again?.startsWindows === true && again.bootId === recovery?.bootId;

const canRelease = ({ status, agentState: { recovery } }: StoredInstall): boolean =>
  Boolean(recovery) && (status === 'running' || status === 'manual_review');
