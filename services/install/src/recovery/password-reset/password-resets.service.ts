import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { PasswordResetRequest } from '@casement/proto/http/install/password-reset.js';
import type {
  RecoveryOrder,
  RecoveryReportRequest,
  ResetResult,
} from '@casement/proto/http/install/recovery.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { toFailure } from '@casement/install-engine/failures/engine-error.js';
import { AccountClosureService } from '../../account-closure/account-closure.service.js';
import { installContexts } from '../../installs/install-secrets.js';
import { InstallsService, type StoredInstall } from '../../installs/installs.service.js';
import { resetReadiness } from '../../installs/recovery-readiness.js';
import { ConsoleCodes } from '../console-codes.service.js';
import { recoveryErrors } from '../recovery.errors.js';
import { endedReset, PROVEN_WITHIN_MS, type PasswordResetEntity } from './password-reset.entity.js';
import { PasswordResetNotices } from './password-reset-notices.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

const MINUTE = 60_000;
/** From the request to the order. The recovery system reports every minute. */
const TAKEN_WITHIN_MS = 15 * MINUTE;
const POLL_SECONDS = 5;

const FAILURES: Record<Exclude<ResetResult, 'written'>, FailureCode> = {
  bitlocker: 'RESET_BITLOCKER',
  hibernated: 'RESET_HIBERNATED',
  not_closed: 'RESET_NOT_CLOSED',
  failed: 'RESET_WRITE_FAILED',
};

const log = logger('password-resets');

/** Owners' wishes for a new Windows password, which a kept recovery system carries out (ADR 63). */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly db: Database,
    private readonly installs: InstallsService,
    private readonly codes: ConsoleCodes,
    private readonly closure: AccountClosureService,
    private readonly repository: PasswordResetsRepository,
    private readonly box: SecretBox,
    private readonly audit: Audit,
    private readonly notices: PasswordResetNotices,
  ) {}

  /**
   * Gives the password to the boot whose code was entered. A reset that still waits for it is replaced, and so is one of
   * an earlier boot, which has ended.
   * @throws NOT_FOUND, also for another user's install; RECOVERY_NOT_READY, VALIDATION_FAILED, INSTALL_IN_PROGRESS,
   * ACCOUNT_CLOSED
   */
  async request(
    unit: UnitOfWork,
    { userId }: Actor,
    id: string,
    { code, passwd_rdp: password }: PasswordResetRequest,
  ): Promise<PasswordResetEntity> {
    const ready = await this.codes.confirm(userId, id, code, resetReadiness);
    const { bootId } = ready.recovery;
    await this.installs.requireFree(ready.install);
    return unit.transaction(async (tx) => {
      await this.closure.admit(tx, userId);
      await this.codes.lockConfirmed(tx, { userId, id, bootId }, resetReadiness);
      const earlier = await this.repository.lock(tx, id);
      const isStarted = earlier?.status === 'writing' || earlier?.status === 'starting';
      if (isStarted && earlier.bootId === bootId) throw recoveryErrors.resetInProgress();
      // Windows may have got that password, because only the report is missing.
      if (earlier?.status === 'writing') await this.notices.announce(tx, ready.install);
      const expiresAt = new Date(Date.now() + TAKEN_WITHIN_MS);
      await this.repository.store(tx, {
        installId: id,
        id: newId(),
        bootId,
        status: 'waiting',
        password: this.box.seal(password, installContexts.reset(id)),
        expiresAt,
        runAfter: expiresAt,
      });
      await this.audit.record(tx, { action: 'install.password-reset', target: `install:${id}` });
      log.info({ installId: id }, 'reset of the Windows password requested');
      return (await this.repository.lock(tx, id))!;
    });
  }

  /** @throws NOT_FOUND, also for another user's install */
  async last(actor: Actor, id: string): Promise<PasswordResetEntity | null> {
    await this.installs.own(actor, id);
    return this.repository.find(id);
  }

  /**
   * Stores the reported result, and returns the order for the confirmed boot; `null` for another boot. The same order is
   * given at each report, because a response may be lost.
   */
  orderFor(
    install: StoredInstall,
    report: Pick<RecoveryReportRequest, 'boot_id' | 'password_reset'>,
  ): Promise<RecoveryOrder | null> {
    const { id: installId, status } = install;
    return this.db.transaction(async (tx) => {
      const reset = await this.repository.lock(tx, installId);
      if (reset?.bootId !== report.boot_id || status !== 'completed') return null;
      const reported = report.password_reset;
      const result = reported?.id === reset.id ? reported.result : null;
      if (result && reset.status === 'writing') await this.take(tx, install, reset, result);
      // Windows starts even if the time for the proof is over.
      if (result === 'written' || reset.status === 'starting')
        return { order: 'restart_windows', poll_seconds: POLL_SECONDS };
      if (result || reset.password === null) return null;
      if (reset.status === 'waiting') await this.repository.change(tx, reset, begun('writing'));
      const password = this.box.open(reset.password, installContexts.reset(installId));
      return {
        order: 'reset_password',
        poll_seconds: POLL_SECONDS,
        reset_id: reset.id,
        password: Buffer.from(password, 'utf8').toString('base64'),
      };
    });
  }

  private async take(
    tx: EntityManager,
    install: StoredInstall,
    reset: PasswordResetEntity,
    result: ResetResult,
  ): Promise<void> {
    log.info({ installId: reset.installId, result }, 'result of the recovery system');
    if (result !== 'written') {
      await this.repository.change(tx, reset, endedReset('failed', toFailure(FAILURES[result])));
      return;
    }
    // Before the proof, which someone who can block the port could prevent.
    await this.notices.announce(tx, install);
    await this.repository.change(tx, reset, begun('starting'));
  }
}

function begun(status: 'writing' | 'starting') {
  const now = new Date();
  return { status, runAfter: now, expiresAt: new Date(now.getTime() + PROVEN_WITHIN_MS) };
}
