import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import type { PasskeyOptions } from '@casement/proto/http/auth/passkeys.js';
import type { StepUpRequest } from '@casement/proto/http/auth/two-factor.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { PasskeysService } from '../two-factor/passkeys.service.js';
import { TwoFactorCodeRefused } from '../two-factor/two-factor.errors.js';
import { TwoFactorService, type FactorProof } from '../two-factor/two-factor.service.js';
import { hasNewPassword, UsersService } from '../users/users.service.js';
import { stepUpErrors } from './step-up.errors.js';

/**
 * Confirms the user of a session before changes that are hard to undo, so that a stolen access token is not
 * sufficient. If two-factor is enabled, a code is required, because the password may have been stolen with the token.
 */
@Injectable()
export class StepUpService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: PasswordHasher,
    private readonly twoFactor: TwoFactorService,
    private readonly passkeys: PasskeysService,
    private readonly sessions: SessionsService,
    private readonly throttle: ThrottleService,
    private readonly signals: Signals,
    private readonly audit: Audit,
  ) {}

  /**
   * @returns an access token with the confirmation
   * @throws stepUpErrors.codeNeeded, stepUpErrors.passwordNeeded, stepUpErrors.wrongPassword, TwoFactorCodeRefused,
   * throttleErrors.tooManyAttempts, authErrors.sessionRevoked
   */
  async confirm(actor: Actor, { password, ...proof }: StepUpRequest): Promise<string> {
    if (await this.twoFactor.isEnabled(actor.userId)) return this.confirmByFactor(actor, proof);
    if (password === undefined) throw stepUpErrors.passwordNeeded();
    return this.confirmByPassword(actor, password);
  }

  /** @throws throttleErrors.tooManyAttempts */
  async passkeyOptions({ userId }: Actor): Promise<PasskeyOptions> {
    await this.throttle.take(LIMITS.passkeyOptions, userId);
    return this.passkeys.requestOptions('step-up', userId);
  }

  private async confirmByPassword(actor: Actor, password: string): Promise<string> {
    await this.throttle.take(LIMITS.passwordChange, actor.userId);
    const seen = await this.users.get(actor.userId);
    if (!(await this.passwords.verify(seen.passwordHash, password)).matches) {
      this.signals.raise({ kind: 'password_change_failed', detail: 'wrong password of a step-up' });
      throw stepUpErrors.wrongPassword();
    }
    const token = await this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, actor.userId);
      if (hasNewPassword(user, seen)) throw stepUpErrors.wrongPassword();
      // Two-factor has been enabled since the first check.
      if (await this.twoFactor.isEnabled(user.id, tx)) throw stepUpErrors.codeNeeded();
      return this.sessions.confirm(tx, user, actor.sessionId);
    });
    await this.throttle.clear(LIMITS.passwordChange, actor.userId);
    return token;
  }

  private async confirmByFactor(actor: Actor, proof: FactorProof): Promise<string> {
    if (proof.code === undefined && !proof.passkey) throw stepUpErrors.codeNeeded();
    await this.throttle.take(LIMITS.twoFactorChanges, actor.userId);
    const token = await this.db.transaction((tx) => this.takeFactor(tx, actor, proof));
    if (token === undefined) {
      this.signals.raise({ kind: 'two_factor_failed', detail: 'step-up: wrong code' });
      throw new TwoFactorCodeRefused();
    }
    await this.throttle.clear(LIMITS.twoFactorChanges, actor.userId);
    return token;
  }

  private async takeFactor(
    tx: EntityManager,
    actor: Actor,
    proof: FactorProof,
  ): Promise<string | undefined> {
    const user = await this.users.getForUpdate(tx, actor.userId);
    if (!(await this.twoFactor.isEnabled(user.id, tx))) throw stepUpErrors.passwordNeeded();
    const accepted = await this.twoFactor.acceptAny(tx, user.id, 'step-up', proof);
    if (!accepted) return undefined;
    if (accepted === 'recovery') {
      await this.audit.record(tx, { action: 'recovery_code.used', target: `user:${user.id}` });
    }
    return this.sessions.confirm(tx, user, actor.sessionId);
  }
}
