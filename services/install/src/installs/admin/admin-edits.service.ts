import { Injectable } from '@nestjs/common';
import type { UpdateInstallRequest } from '@casement/proto/http/install/admin-installs.js';
import type { InstallStatus } from '@casement/proto/http/install/install.js';
import { Database } from '@casement/common/data/database/database.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { CONVERT_SETTINGS } from '@casement/install-engine/convert/settings.js';
import { mayHaveLeftFiles } from '@casement/install-engine/convert/state.js';
import type { InstallEntity } from '../install.entity.js';
import { InstallTransitions } from '../install-transitions.service.js';
import { QuotaClient } from '../../quota/quota.client.js';
import { installErrors } from '../installs.errors.js';
import { adminInstallErrors } from './admin-installs.errors.js';
import { AdminInstallsRepository } from './admin-installs.repository.js';
import { decideEdit, type EditedInstall } from './edit-table.js';

type Target = UpdateInstallRequest['status'];

const log = logger('admin-edits');

/**
 * Status changes by administrators. If an edit, the commit and the end of the worker's run happen concurrently,
 * exactly one of them takes effect.
 */
@Injectable()
export class AdminEditsService {
  constructor(
    private readonly db: Database,
    private readonly installs: AdminInstallsRepository,
    private readonly transitions: InstallTransitions,
    private readonly quota: QuotaClient,
    private readonly audit: Audit,
  ) {}

  /**
   * Billing settles the quota when it receives the event of the change. Only a returned quota is charged again
   * beforehand. If the edit then does not happen (a crash, a lost response), billing asks for the status after ten
   * minutes and returns the charge. It is not released here, because a concurrent second edit relies on the same
   * charge.
   *
   * An install set to failed before the commit keeps its status until the VPS has returned to Linux and was cleaned,
   * at most 15 minutes. Its worker then ends it.
   *
   * @throws NOT_FOUND, INSTALL_EDIT_REFUSED, INSTALL_NOT_CHARGEABLE, INSTALL_CHANGED, UNAVAILABLE
   */
  async setStatus(id: string, to: Target): Promise<InstallEntity> {
    const seen = await this.installs.find(id);
    if (!seen) throw installErrors.notFound();
    const edit = decideEdit(factsOf(seen, new Date()), to);
    if (edit.kind === 'same') return seen;
    if (edit.kind === 'refused') throw adminInstallErrors.refused(edit.reason);
    if (edit.kind === 'change' && edit.charge) await this.charge(seen);
    return this.change(seen, to);
  }

  private async charge({ id, userId, version }: InstallEntity): Promise<void> {
    const answer = await this.quota.chargeAgain(id, userId, version + 1).catch((error: unknown) => {
      throw adminInstallErrors.chargeUnknown(error);
    });
    if (answer === 'insufficient') throw adminInstallErrors.notChargeable();
    if (answer === 'stale') throw adminInstallErrors.changed();
  }

  private change(seen: InstallEntity, to: Target): Promise<InstallEntity> {
    return this.db.transaction(async (tx) => {
      const row = await this.installs.lock(tx, seen.id);
      if (row?.version !== seen.version) throw adminInstallErrors.changed();
      // A stage may have given up or credentials may have been erased without a change of status.
      const now = new Date();
      const edit = decideEdit(factsOf(row, now), to);
      if (edit.kind === 'refused') throw adminInstallErrors.refused(edit.reason);
      const changed =
        edit.kind === 'return'
          ? await this.transitions.giveUp(tx, row, 'ENDED_BY_ADMINISTRATOR', now)
          : await this.transitions.edit(tx, row, to, now);
      if (!changed) throw adminInstallErrors.changed();
      await this.audit.record(tx, {
        action: 'install.status-edited',
        target: `install:${row.id}`,
        before: { status: row.status },
        after: { status: to },
      });
      log.info({ installId: row.id, from: row.status, to }, 'status set by an administrator');
      return changed;
    });
  }
}

const factsOf = (
  { status, vpsCredentials, agentTokenHash, agentState, engineState }: InstallEntity,
  now: Date,
) =>
  ({
    status: status as InstallStatus,
    credentials: vpsCredentials !== null,
    sent: mayHaveLeftFiles(engineState),
    returning: engineState.step === 'restore',
    committed: agentState.commitNonce !== null,
    liveStage:
      agentTokenHash !== null && agentState.failed?.final !== true && isReporting(agentState, now),
  }) satisfies EditedInstall;

/** A stage reports every few seconds. The engine also considers a silent stage lost. */
const isReporting = ({ reportedAt }: InstallEntity['agentState'], now: Date): boolean =>
  reportedAt !== null && now.getTime() - Date.parse(reportedAt) <= CONVERT_SETTINGS.silenceMs;
