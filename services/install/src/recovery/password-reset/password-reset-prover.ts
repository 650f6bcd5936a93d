import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { CONVERT_SETTINGS } from '@casement/install-engine/convert/settings.js';
import type { RdpProof } from '@casement/install-engine/convert/state.js';
import { toFailure, type FailureValues } from '@casement/install-engine/failures/engine-error.js';
import { redact } from '@casement/install-engine/failures/redact.js';
import { DEFAULT_ACCOUNT } from '@casement/install-engine/rdp/account-name.js';
import { verdictOf } from '@casement/install-engine/rdp/outcome.js';
import { signIn } from '@casement/install-engine/rdp/sign-in.js';
import { InstallConfig } from '../../config.js';
import { publicPort } from '../../installs/desktop-target.js';
import { installContexts, InstallSecrets } from '../../installs/install-secrets.js';
import { InstallsService, type StoredInstall } from '../../installs/installs.service.js';
import { endedReset, PROVEN_WITHIN_MS, type PasswordResetEntity } from './password-reset.entity.js';
import { PasswordResetNotices } from './password-reset-notices.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

/** Longer than most sign-ins. An overlap is harmless, because tries are counted before they are sent. */
const CLAIM_MS = 45_000;
/** A Windows that starts may answer without Network Level Authentication, also the one before the change. */
const UNCHECKED_AFTER_MS = 7 * 60_000;

const log = logger('password-resets');

/** Proves new Windows passwords by a sign-in, and ends resets that take too long. */
@Injectable()
export class PasswordResetProver {
  private readonly pollMs: number;

  constructor(
    jobs: Jobs,
    private readonly config: InstallConfig,
    private readonly db: Database,
    private readonly installs: InstallsService,
    private readonly secrets: InstallSecrets,
    private readonly repository: PasswordResetsRepository,
    private readonly box: SecretBox,
    private readonly addresses: AddressPolicy,
    private readonly notices: PasswordResetNotices,
  ) {
    // Delays follow the poll interval, as in the proof of an install.
    this.pollMs = 5 * config.INSTALL_LOOK_AGAIN_MS;
    jobs.every('password-resets.prove', config.INSTALL_WORKER ? this.pollMs : 0, (stop) =>
      this.run(stop),
    );
  }

  async run(stop: AbortSignal = new AbortController().signal): Promise<void> {
    while (!stop.aborted) {
      const claimed = await this.repository.claim(CLAIM_MS);
      if (!claimed) return;
      const reset = await this.repository.find(claimed.installId);
      const [install] = await this.installs.getAll([claimed.installId]);
      // Replaced or deleted since.
      if (reset?.id !== claimed.id || reset.password === null || !install) continue;
      await this.prove(reset, install, this.box.open(reset.password, contextOf(reset)), stop);
    }
  }

  private async prove(
    reset: PasswordResetEntity,
    install: StoredInstall,
    password: string,
    stop: AbortSignal,
  ): Promise<void> {
    const port = publicPort(install, this.config.INSTALL_TARGET_PORT);
    const account = install.agentState.account ?? DEFAULT_ACCOUNT;
    const fail = (code: FailureCode) => this.fail(reset, code, { account, port });
    const isOver = reset.expiresAt <= new Date();
    // The token is revoked once the machine has another system, which must not get the password.
    const isGone = install.recoveryTokenHash === null || !this.addresses.check(install.ip).ok;
    if (isOver || isGone) {
      const code = reset.status === 'waiting' ? 'RESET_NOT_TAKEN' : 'RESET_NOT_PROVEN';
      return fail(reset.tries > 0 ? 'RESET_REFUSED' : code);
    }
    if (reset.status === 'waiting') return;
    const { maxTries, limits } = CONVERT_SETTINGS.signIn;
    const result = await signIn(
      { host: install.ip, port },
      { user: account, password },
      limits,
      stop,
      { admit: () => this.repository.countTry(reset, maxTries) },
    );
    const verdict = verdictOf(result, { account, port });
    log.info({ installId: install.id, outcome: result.kind }, 'new Windows password tried');
    if (verdict.proven) {
      const { certificateSha256 } = verdict;
      const rdp = { account, port, proof: 'password_accepted' as const, certificateSha256 };
      return this.complete(reset, password, { ...rdp, provenAt: new Date().toISOString() });
    }
    if (result.kind === 'no-nla') {
      const waited = Date.now() - (reset.expiresAt.getTime() - PROVEN_WITHIN_MS);
      if (reset.status === 'starting' && waited > UNCHECKED_AFTER_MS)
        return fail('RESET_UNCHECKED');
      return this.again(reset, this.pollMs);
    }
    if (result.kind === 'unreachable') return this.again(reset, this.pollMs);
    const { tries = maxTries } = (await this.repository.find(install.id)) ?? {};
    if (tries >= maxTries) return fail('RESET_REFUSED');
    // Windows may be about to set the password, or has locked the account for some minutes.
    return this.again(reset, (tries > 1 ? 180 : 30) * this.config.INSTALL_LOOK_AGAIN_MS);
  }

  private async again(reset: PasswordResetEntity, delayMs: number): Promise<void> {
    const at = Math.min(Date.now() + delayMs, reset.expiresAt.getTime());
    await this.repository.change(this.db.manager, reset, { runAfter: new Date(at) });
  }

  private async fail(
    reset: PasswordResetEntity,
    code: FailureCode,
    values: FailureValues,
  ): Promise<void> {
    const { installId } = reset;
    const set = endedReset('failed', toFailure(code, values));
    await this.db.transaction(async (tx) => {
      const install = await this.installs.lock(tx, installId);
      if (!(await this.repository.change(tx, reset, set))) return;
      // Windows may have got the password, because only the report is missing.
      if (reset.status === 'writing') await this.notices.announce(tx, install);
      log.warn({ installId, code }, 'Windows password not reset');
    });
  }

  /** Stores the proof, and the password where the earlier one is still shown. */
  private complete(reset: PasswordResetEntity, password: string, rdp: RdpProof): Promise<void> {
    return this.db.transaction(async (tx) => {
      const install = await this.installs.lock(tx, reset.installId);
      if (!(await this.repository.change(tx, reset, endedReset('done')))) return;
      await this.store(tx, install, password, rdp);
      // The recovery system's report was lost.
      if (reset.status === 'writing') await this.notices.announce(tx, install);
      log.info({ installId: install.id }, 'Windows accepted its new password');
    });
  }

  private async store(
    tx: EntityManager,
    install: StoredInstall,
    password: string,
    rdp: RdpProof,
  ): Promise<void> {
    const { id, engineState, agentState } = install;
    const earlier = this.secrets.rdpPassword(install);
    await this.installs.recordNewPassword(tx, id, {
      engineState: { ...engineState, rdp },
      ...(earlier !== null && {
        rdpPassword: this.box.seal(password, installContexts.rdp(id)),
        // Later displays no longer know the earlier password.
        agentState: { ...agentState, log: agentState.log.map((line) => redact(line, [earlier])) },
      }),
    });
  }
}

const contextOf = ({ installId }: PasswordResetEntity) => installContexts.reset(installId);
