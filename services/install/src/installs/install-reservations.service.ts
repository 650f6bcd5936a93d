import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { correlationId } from '@casement/common/core/context/request-context.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { NEW_AGENT_STATE } from '@casement/install-engine/agent-api/agent-state.js';
import { newConvertState } from '@casement/install-engine/convert/state.js';
import { InstallConfig } from '../config.js';
import type { VpsTarget } from '../vps-access/vps-targets.js';
import { QuotaClient } from '../quota/quota.client.js';
import type { InstallEntity } from './install.entity.js';
import { InstallSecrets, type NewSecrets } from './install-secrets.js';
import { InstallTransitions } from './install-transitions.service.js';
import { installErrors } from './installs.errors.js';
import { InstallsRepository } from './installs.repository.js';
import type { StoredInstall } from './installs.service.js';

const SWEEP_EVERY_MS = 15_000;
/**
 * Age from which a reservation counts as abandoned. Longer than any request takes, so its process has responded or
 * crashed.
 */
const ABANDONED_AFTER_MS = 60_000;

const log = logger('reservations');

/** Columns of a new install. The secrets are in plain text. */
export type NewInstall = Pick<
  InstallEntity,
  | 'id'
  | 'userId'
  | 'ip'
  | 'winVer'
  | 'winName'
  | 'manifestSha256'
  | 'sshPort'
  | 'sshUser'
  | 'windowsOptions'
  | 'bootGuard'
> &
  Partial<Pick<InstallEntity, 'kind' | 'price' | 'engineState' | 'agentState'>> &
  NewSecrets;

/**
 * Holds one quota per install. The row is committed first, with status `reserving`. If a crash or a lost response
 * leaves it in that status, the sweep releases the quota that may have been held and deletes the row, because the
 * customer was notified that the install had not started.
 */
@Injectable()
export class InstallReservations {
  constructor(
    jobs: Jobs,
    private readonly db: Database,
    private readonly installs: InstallsRepository,
    private readonly secrets: InstallSecrets,
    private readonly transitions: InstallTransitions,
    private readonly quota: QuotaClient,
    private readonly config: InstallConfig,
  ) {
    jobs.every('reservations.sweep', SWEEP_EVERY_MS, (stop) => this.sweep(new Date(), stop));
  }

  /** @returns false if another install of the VPS is unfinished */
  async insert(
    tx: EntityManager,
    {
      vpsCredentials,
      rdpPassword,
      accountPassword,
      productKey,
      script,
      linuxAccess,
      ...install
    }: NewInstall,
  ): Promise<boolean> {
    const rdpPort = install.sshPort ?? this.config.INSTALL_TARGET_PORT;
    return this.installs.insert(tx, {
      engineState: newConvertState(new Date()),
      agentState: NEW_AGENT_STATE,
      ...install,
      rdpPort,
      label: await this.installs.labelOf(tx, { ...install, rdpPort }),
      ...this.secrets.seal(install.id, {
        vpsCredentials,
        rdpPassword,
        accountPassword,
        productKey,
        script,
        linuxAccess,
      }),
      correlationId: correlationId() ?? null,
      status: 'reserving',
      version: 0,
      runAfter: new Date(),
      leaseEpoch: 0,
    });
  }

  pinHostKey(tx: EntityManager, id: string, fingerprint: string): Promise<void> {
    return this.installs.setFingerprint(tx, id, fingerprint);
  }

  /** Returns the error that explains why `insert` returned false. */
  async occupied(userId: string, target: VpsTarget): Promise<Error> {
    // The user's earlier request was never confirmed. The user may retry once the sweep has settled it.
    const own = await this.installs.isReserving(userId, target);
    return own
      ? installErrors.quotaUnavailable('an earlier request is not settled')
      : installErrors.inProgress(target.ip);
  }

  /** Holds the quota and queues the install. @throws INSUFFICIENT_QUOTA, UNAVAILABLE */
  async confirm(unit: UnitOfWork, id: string): Promise<StoredInstall> {
    const row = (await this.installs.find(id))!;
    const answer = await this.quota.hold(id, row.userId, row.price).catch((error: unknown) => {
      // The state of the quota is unknown, so the sweep settles the row.
      throw installErrors.quotaUnavailable(error);
    });
    if (answer !== 'held') {
      await this.installs.delete(this.db.manager, id, 'reserving');
      throw answer === 'insufficient'
        ? installErrors.insufficientQuota()
        : installErrors.quotaUnavailable(answer);
    }
    const queued = await unit.transaction((tx) => this.transitions.queue(tx, row));
    if (!queued) throw installErrors.quotaUnavailable('settled by the sweep meanwhile');
    return queued;
  }

  /** @returns the number of settled rows. A row whose release fails stays until the next sweep. */
  async sweep(now = new Date(), stop?: AbortSignal): Promise<number> {
    const before = new Date(now.getTime() - ABANDONED_AFTER_MS);
    let settled = 0;
    for (const row of await this.installs.reservingSince(before)) {
      if (stop?.aborted) break;
      try {
        // The row is claimed first, so that a request that continues now cannot queue an install whose quota is
        // released.
        const claimed = await this.installs.change(this.db.manager, row, { status: 'reserving' });
        if (!claimed) continue;
        await this.quota.release(row.id, row.userId, 'install_never_started');
        await this.installs.delete(this.db.manager, row.id, 'reserving');
        settled += 1;
        log.info({ installId: row.id }, 'abandoned reservation released');
      } catch (error) {
        log.warn(
          { installId: row.id, err: error },
          'could not release an abandoned reservation, will be retried',
        );
      }
    }
    return settled;
  }
}
