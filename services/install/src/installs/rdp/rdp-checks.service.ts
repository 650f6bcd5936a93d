import { Injectable } from '@nestjs/common';
import type { RdpCheck } from '@casement/proto/http/install/rdp.js';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { InstallConfig } from '../../config.js';
import type { RdpProof } from '@casement/install-engine/convert/state.js';
import { toFailure } from '@casement/install-engine/failures/engine-error.js';
import { DEFAULT_ACCOUNT } from '@casement/install-engine/rdp/account-name.js';
import { verdictOf } from '@casement/install-engine/rdp/outcome.js';
import { signIn, type SignInLimits } from '@casement/install-engine/rdp/sign-in.js';
import { publicPort } from '../desktop-target.js';
import type { InstallEntity } from '../install.entity.js';
import { rdpOf, toInstallRdp } from '../install.mapper.js';
import { installErrors } from '../installs.errors.js';
import { InstallsService } from '../installs.service.js';
import { InstallTransitions } from '../install-transitions.service.js';
import { VpsTargets } from '../../vps-access/vps-targets.js';
import { rdpErrors } from './rdp.errors.js';
import { RdpRepository } from './rdp.repository.js';

/**
 * AUTHENTICATE messages per hour. Together with the worker's they stay below the lockout of windows/setup.cmd, ten in
 * five minutes.
 */
const MAX_OF_INSTALL = 5;
const MAX_BY_USER = 20;
const HOUR_MS = 3_600_000;
/** Short because a person waits for the response. */
const LIMITS: SignInLimits = { connectMs: 3000, signInMs: 8000 };

const log = logger('rdp-checks');

/**
 * Lets the owner prove the password once more, either because it was never accepted or because Windows has renewed the
 * certificate to which its browser desktop is pinned. The entered password is never stored. An earlier proof stays
 * until a newer one replaces it.
 */
@Injectable()
export class RdpChecksService {
  constructor(
    private readonly config: InstallConfig,
    private readonly db: Database,
    private readonly installs: InstallsService,
    private readonly repository: RdpRepository,
    private readonly transitions: InstallTransitions,
    private readonly targets: VpsTargets,
  ) {}

  /**
   * An accepted password completes an install in review and replaces the proof of a completed one.
   *
   * @throws NOT_FOUND, also for another user's install; RDP_CHECK_REFUSED, ADDRESS_REFUSED, RATE_LIMITED
   */
  async check(actor: Actor, id: string, password: string): Promise<RdpCheck> {
    const install = await this.countCheck(actor, id);
    const account = install.agentState.account ?? DEFAULT_ACCOUNT;
    const port = publicPort(install, this.config.INSTALL_TARGET_PORT);
    let sent = 0;
    const result = await signIn(
      { host: install.ip, port },
      { user: account, password },
      LIMITS,
      undefined,
      // `countCheck` has already counted the first attempt.
      { admit: async () => (sent += 1) === 1 || this.countAnotherTry(actor, id) },
    );
    const verdict = verdictOf(result, { account, port });
    log.info({ installId: id, outcome: result.kind }, 'RDP password checked');
    if (!verdict.proven) {
      const { code, values } = verdict;
      return { ...toFailure(code, values), rdp: rdpOf(install, this.config.DESKTOP_ENABLED) };
    }
    const rdp: RdpProof = {
      account,
      port,
      proof: 'password_accepted',
      provenAt: new Date().toISOString(),
      certificateSha256: verdict.certificateSha256,
    };
    await this.store(actor, id, rdp);
    return {
      code: 'RDP_PASSWORD_ACCEPTED',
      message: `Windows accepted the password of ${account}.`,
      cure: null,
      rdp: toInstallRdp(rdp, this.config.DESKTOP_ENABLED),
    };
  }

  /** Counts the check before it runs. @throws as `check` */
  private countCheck(actor: Actor, id: string): Promise<InstallEntity> {
    return this.db.transaction(async (tx) => {
      const install = await this.installs.lockOwn(tx, actor.userId, id);
      if (!install) throw installErrors.notFound();
      const reason = refusalOf(install);
      if (reason) throw rdpErrors.checkRefused(reason);
      this.targets.acceptAddress(actor, install.ip);
      if (!(await this.countTry(tx, install))) throw rdpErrors.tooManyChecks();
      return install;
    });
  }

  /** Counts each further attempt, with another order of CredSSP messages, as a separate check. */
  private countAnotherTry(actor: Actor, id: string): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const install = await this.installs.lockOwn(tx, actor.userId, id);
      return install !== null && this.countTry(tx, install);
    });
  }

  /** Returns false if one of the limits is reached. */
  private async countTry(tx: EntityManager, install: InstallEntity): Promise<boolean> {
    const since = new Date(Date.now() - HOUR_MS);
    const { ofInstall, byUser } = await this.repository.countChecks(tx, install, since);
    if (ofInstall >= MAX_OF_INSTALL || byUser >= MAX_BY_USER) return false;
    await this.repository.addCheck(tx, install.id, since);
    return true;
  }

  /** Does nothing if an administrator has failed the install meanwhile. */
  private async store(actor: Actor, id: string, rdp: RdpProof): Promise<void> {
    await this.db.transaction(async (tx) => {
      const install = await this.installs.lockOwn(tx, actor.userId, id);
      if (!install || refusalOf(install)) return;
      if (install.status === 'completed') await this.repository.storeProof(tx, install, rdp);
      else await this.transitions.prove(tx, install, rdp, new Date());
    });
  }
}

/** Returns the reason why the password cannot be checked, or `null` if it can. */
function refusalOf({ kind, status }: InstallEntity): string | null {
  if (kind === 'linux') return 'This machine has Linux, so there is no Windows to sign in to.';
  if (status === 'failed') return 'This install has failed, so there is no Windows to sign in to.';
  return status === 'manual_review' || status === 'completed'
    ? null
    : 'This install is in progress; the password is checked automatically at the end.';
}
