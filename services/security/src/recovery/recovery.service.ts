import { Injectable } from '@nestjs/common';
import {
  RECOVERY_MAX_RETRIES,
  type RecoveriesQuery,
  type RecoverySystemStatus,
  type TriggerRecoveryRequest,
} from '@casement/proto/http/security/recovery.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { canonicalOrThrow } from '../blocks/network-or-throw.js';
import { SecurityConfig } from '../config.js';
import { RecoveriesRepository, type RecoveryCounts } from './recoveries.repository.js';
import type { RecoveryEntity } from './recovery.entity.js';
import { recoveryErrors } from './recovery.errors.js';
import { RecoveryRunner } from './recovery-runner.js';

export type Recovery = RecoveryEntity;

@Injectable()
export class RecoveryService {
  constructor(
    private readonly db: Database,
    private readonly recoveries: RecoveriesRepository,
    private readonly runner: RecoveryRunner,
    private readonly audit: Audit,
    private readonly config: SecurityConfig,
  ) {}

  page(query: RecoveriesQuery) {
    return this.recoveries.page(query);
  }

  counts(): Promise<RecoveryCounts> {
    return this.recoveries.counts();
  }

  async status(): Promise<RecoverySystemStatus> {
    const interval = this.config.RECOVERY_INTERVAL_MS;
    const lastCheck = await this.recoveries.lastCheck();
    return {
      autoRecovery: interval > 0,
      intervalMinutes: Math.round(interval / 60_000),
      maxRetries: RECOVERY_MAX_RETRIES,
      running: lastCheck !== null && Date.now() - lastCheck.getTime() <= 2 * interval,
      manualOverride: true,
      lastCheck: lastCheck?.toISOString() ?? null,
    };
  }

  /** @throws recoveryErrors.notFound */
  async get(id: string): Promise<RecoveryEntity> {
    const recovery = await this.recoveries.find(id);
    if (!recovery) throw recoveryErrors.notFound();
    return recovery;
  }

  /**
   * Starts a recovery without waiting for its end.
   *
   * @throws blockErrors.noAddress
   */
  async trigger(
    unit: UnitOfWork,
    actor: Actor,
    request: TriggerRecoveryRequest,
  ): Promise<RecoveryEntity> {
    const ip = canonicalOrThrow(request.ip);
    const { recoveryType, reason } = request;
    const recovery = await unit.transaction(async (tx) => {
      const row = await this.recoveries.insert(tx, {
        ip,
        recoveryType,
        reason,
        triggeredBy: actor.userId,
      });
      await this.audit.record(tx, {
        action: 'recovery.triggered',
        target: `recovery:${row.id}`,
        after: { ip, recoveryType, reason },
      });
      return row;
    });
    unit.afterCommit(() => void this.runner.runNow(recovery.id));
    return recovery;
  }

  /**
   * Cancels a recovery. Changes already made are not undone.
   *
   * @throws recoveryErrors.notFound, recoveryErrors.over
   */
  async cancel(id: string): Promise<RecoveryEntity> {
    await this.db.transaction(async (tx) => {
      const recovery = await this.recoveries.lock(tx, id);
      if (!recovery) throw recoveryErrors.notFound();
      const error = 'Cancelled by an administrator.';
      if (!(await this.recoveries.settle(tx, id, 'failed', { error }))) throw recoveryErrors.over();
      await this.recordAct(tx, 'recovery.cancelled', recovery);
    });
    return this.get(id);
  }

  /**
   * Restarts a failed recovery.
   *
   * @throws recoveryErrors.notFound, recoveryErrors.notFailed
   */
  async retry(id: string): Promise<RecoveryEntity> {
    await this.db.transaction(async (tx) => {
      const recovery = await this.recoveries.lock(tx, id);
      if (!recovery) throw recoveryErrors.notFound();
      if (recovery.status !== 'failed') throw recoveryErrors.notFailed();
      await this.recoveries.restart(tx, id);
      await this.recordAct(tx, 'recovery.retried', recovery);
    });
    const recovery = await this.get(id);
    void this.runner.runNow(id);
    return recovery;
  }

  private recordAct(tx: Parameters<Audit['record']>[0], action: string, before: RecoveryEntity) {
    const { id, ip, recoveryType, status, error } = before;
    return this.audit.record(tx, {
      action,
      target: `recovery:${id}`,
      before: { ip, recoveryType, status, error },
    });
  }
}
