import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { equalInConstantTime } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { MAX_CODE_TRIES } from '@casement/proto/http/install/recovery.js';
import type { RecoveryFindings } from '@casement/install-engine/agent-api/agent-state.js';
import { installErrors } from '../installs/installs.errors.js';
import { InstallsService, type StoredInstall } from '../installs/installs.service.js';
import { consoleCodeOf } from './console-code.js';
import { recoveryErrors } from './recovery.errors.js';

/** Returns the recovery system and the plan of an order, or the reason against it as a sentence. */
export type ReadinessOf<Ready> = (install: StoredInstall, now: Date) => Ready | string;

export interface WithRecovery {
  recovery: RecoveryFindings;
}

/** Codes on the consoles of recovery systems, by which owners confirm orders (ADR 59). */
@Injectable()
export class ConsoleCodes {
  constructor(
    private readonly db: Database,
    private readonly installs: InstallsService,
  ) {}

  /**
   * Checks the code of the boot that reported last. A wrong one is counted even if the request is rolled back.
   * @throws NOT_FOUND, also for another user's install; RECOVERY_NOT_READY, VALIDATION_FAILED
   */
  async confirm<Ready extends WithRecovery>(
    userId: string,
    id: string,
    code: string,
    readinessOf: ReadinessOf<Ready>,
  ): Promise<Ready & { install: StoredInstall }> {
    const result = await this.db.runInNewTransaction(async (tx) => {
      const ready = await this.lockReady(tx, userId, id, readinessOf);
      const { bootId } = ready.recovery;
      const { again } = ready.install.agentState;
      // A token thief's boot must not withdraw the order of the confirmed one.
      const installId = again?.installId ?? null;
      const request = again?.bootId === bootId ? again : { bootId, wrongCodes: 0, installId };
      if (request.wrongCodes >= MAX_CODE_TRIES) throw recoveryErrors.tooManyCodes();
      if (equalInConstantTime(code, consoleCodeOf(bootId))) return ready;
      const wrongCodes = request.wrongCodes + 1;
      await this.installs.recordAgain(tx, id, { ...request, wrongCodes });
      return recoveryErrors.wrongCode(MAX_CODE_TRIES - wrongCodes);
    });
    if (result instanceof Error) throw result;
    return result;
  }

  /**
   * Locks the install, unless the machine was restarted since the code was checked.
   * @throws as `confirm`
   */
  async lockConfirmed<Ready extends WithRecovery>(
    tx: EntityManager,
    { userId, id, bootId }: { userId: string; id: string; bootId: string },
    readinessOf: ReadinessOf<Ready>,
  ): Promise<StoredInstall> {
    const { install, recovery } = await this.lockReady(tx, userId, id, readinessOf);
    if (recovery.bootId !== bootId)
      throw recoveryErrors.notReady('The VPS has just been restarted and shows a new code.');
    return install;
  }

  private async lockReady<Ready extends WithRecovery>(
    tx: EntityManager,
    userId: string,
    id: string,
    readinessOf: ReadinessOf<Ready>,
  ): Promise<Ready & { install: StoredInstall }> {
    const install = await this.installs.lockOwn(tx, userId, id);
    if (!install) throw installErrors.notFound();
    const readiness = readinessOf(install, new Date());
    if (typeof readiness === 'string') throw recoveryErrors.notReady(readiness);
    return { ...readiness, install };
  }
}
