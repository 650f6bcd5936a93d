import { Injectable } from '@nestjs/common';
import type { RdpCheck } from '@casement/proto/http/install.js';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { InstallConfig } from '../config.js';
import type { RdpProof } from '@casement/install-engine/convert/state.js';
import { toFailure } from '@casement/install-engine/engine-error.js';
import { DEFAULT_ACCOUNT } from '@casement/install-engine/rdp/account-name.js';
import { verdictOf } from '@casement/install-engine/rdp/outcome.js';
import { signIn, type SignInLimits } from '@casement/install-engine/rdp/sign-in.js';
import type { InstallEntity } from './install.entity.js';
import { rdpOf, toInstallRdp } from './install.mapper.js';
import { installErrors } from './installs.errors.js';
import { InstallsRepository } from './installs.repository.js';
import { InstallTransitions } from './install-transitions.service.js';
import { VpsTargets } from './vps-targets.js';

/** Tries in an hour: with those of the worker they stay below the lockout of windows/setup.cmd, ten in five minutes. */
const MAX_OF_INSTALL = 5;
const MAX_BY_USER = 20;
const HOUR_MS = 3_600_000;
/** Someone waits for the answer. */
const LIMITS: SignInLimits = { connectMs: 3000, signInMs: 8000 };

const log = logger('rdp-checks');

/**
 * The proof once more, by the owner: of a password that was never seen to work, or after Windows has renewed its certificate,
 * which its desktop in the browser is held to. They type the password, which is kept nowhere: ours may be erased, and Windows
 * may have another by now. A proof that there is stays until there is a newer one.
 */
@Injectable()
export class RdpChecksService {
  constructor(
    private readonly config: InstallConfig,
    private readonly db: Database,
    private readonly installs: InstallsRepository,
    private readonly transitions: InstallTransitions,
    private readonly targets: VpsTargets,
  ) {}

  /**
   * An accepted password completes an install in review, and is what is proven of a completed one from now on.
   *
   * @throws NOT_FOUND, also for another user's; RDP_CHECK_REFUSED, ADDRESS_REFUSED, RATE_LIMITED
   */
  async check(actor: Actor, id: string, password: string): Promise<RdpCheck> {
    const install = await this.admit(actor, id);
    const account = install.agentState.account ?? DEFAULT_ACCOUNT;
    const port = this.config.INSTALL_TARGET_PORT;
    const result = await signIn({ host: install.ip, port }, { user: account, password }, LIMITS);
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

  /** Counts the try before it is made. */
  private admit(actor: Actor, id: string): Promise<InstallEntity> {
    return this.db.transaction(async (tx) => {
      const install = await this.installs.lockOf(tx, actor.userId, id);
      if (!install) throw installErrors.notFound();
      const reason = whyNot(install);
      if (reason) throw installErrors.rdpCheckRefused(reason);
      this.targets.acceptAddress(actor, install.ip);
      const since = new Date(Date.now() - HOUR_MS);
      const { ofInstall, byUser } = await this.installs.countRdpChecks(tx, install, since);
      if (ofInstall >= MAX_OF_INSTALL || byUser >= MAX_BY_USER) {
        throw installErrors.tooManyRdpChecks();
      }
      await this.installs.addRdpCheck(tx, id, since);
      return install;
    });
  }

  /** Unless another proof, or an administrator, was first. */
  private async store(actor: Actor, id: string, rdp: RdpProof): Promise<void> {
    await this.db.transaction(async (tx) => {
      const install = await this.installs.lockOf(tx, actor.userId, id);
      if (!install || whyNot(install)) return;
      if (install.status === 'completed') await this.installs.keepRdpProof(tx, install, rdp);
      else await this.transitions.prove(tx, install, rdp, new Date());
    });
  }
}

/** Why the password of an install can't be tried; null where it can. */
function whyNot({ status }: InstallEntity): string | null {
  if (status === 'failed') return 'This install has failed, so there is no Windows to sign in to.';
  return status === 'manual_review' || status === 'completed'
    ? null
    : 'This install is under way; the password is tried automatically at the end.';
}
