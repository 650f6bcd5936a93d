import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { decideCancel } from './cancel-table.js';
import type { InstallEntity } from './install.entity.js';
import { InstallTransitions } from './install-transitions.service.js';
import { installErrors } from './installs.errors.js';
import { InstallsService } from './installs.service.js';

const log = logger('cancellations');

/**
 * Cancellations by the owner. If a cancellation, the commit, a timeout and an edit happen concurrently, exactly one
 * of them takes effect.
 */
@Injectable()
export class CancellationsService {
  constructor(
    private readonly db: Database,
    private readonly installs: InstallsService,
    private readonly transitions: InstallTransitions,
  ) {}

  /**
   * Returns the VPS to Linux, then fails the install as CANCELLED. Billing then returns the quota.
   * @throws NOT_FOUND, also for another user's install; CANCEL_TOO_LATE after the commit
   */
  cancel(actor: Actor, id: string): Promise<InstallEntity> {
    return this.db.transaction(async (tx) => {
      const row = await this.installs.lockOwn(tx, actor.userId, id);
      if (!row) throw installErrors.notFound();
      const { agentState, engineState } = row;
      const failing = agentState.closedWith ?? engineState.failure;
      const decision = decideCancel({
        status: row.status,
        committed: agentState.commitNonce !== null,
        failure: failing?.code ?? null,
      });
      if (decision.kind === 'same') return row;
      if (decision.kind === 'late') throw installErrors.cancelTooLate(decision.reason);
      const cancelled = await this.transitions.cancel(tx, row, new Date());
      if (!cancelled) throw installErrors.cancelTooLate('The install has just changed.');
      log.info({ installId: id, from: row.status }, 'install cancelled by its user');
      return cancelled;
    });
  }
}
