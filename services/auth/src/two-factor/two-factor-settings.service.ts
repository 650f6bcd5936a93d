import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { equalInConstantTime } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import type { TwoFactorSetupResponse } from '@casement/proto/http/two-factor.js';
import { AdministratorMails } from '../administrators/administrator-mails.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { UsersService } from '../users/users.service.js';
import { drawQrCode } from './qr-code.js';
import { hashRecoveryCode, newRecoveryCode, RECOVERY_CODES } from './recovery-codes.js';
import { RecoveryCodesRepository } from './recovery-codes.repository.js';
import { newTotpSecret, totpUri } from './totp.js';
import { TwoFactorCodes } from './two-factor-codes.js';
import { TwoFactorCodeRefused, twoFactorErrors } from './two-factor.errors.js';
import { TwoFactorRepository } from './two-factor.repository.js';

/** An administrator's own two-factor: disabled → set up → enabled → disabled (SPEC §4). */
@Injectable()
export class TwoFactorSettingsService {
  constructor(
    private readonly db: Database,
    private readonly twoFactors: TwoFactorRepository,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly codes: TwoFactorCodes,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly throttle: ThrottleService,
    private readonly signals: Signals,
    private readonly mails: AdministratorMails,
    private readonly audit: Audit,
  ) {}

  isEnabled(actor: Actor): Promise<boolean> {
    return this.twoFactors.isEnabled(actor.userId);
  }

  /**
   * A new secret, which takes the place of one that was set up before and asks for nothing yet.
   * @throws twoFactorErrors.alreadyEnabled
   */
  async setUp(actor: Actor): Promise<TwoFactorSetupResponse> {
    const secret = newTotpSecret();
    const user = await this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, actor.userId);
      if (await this.twoFactors.isEnabled(user.id, tx)) throw twoFactorErrors.alreadyEnabled();
      await this.twoFactors.replace(tx, {
        userId: user.id,
        sealedSecret: this.codes.seal(user.id, secret),
        enabledAt: null,
        lastTimeStep: 0,
        createdAt: new Date(),
      });
      return user;
    });
    return { secret, ...(await drawQrCode(totpUri(user.username, secret))) };
  }

  /**
   * The first code proves that the app has the secret. Other sessions end: they never showed a code.
   * @returns the recovery codes, which can never be read again
   * @throws twoFactorErrors.notSetUp, twoFactorErrors.alreadyEnabled, TwoFactorCodeRefused, throttleErrors.tooManyAttempts
   */
  async enable(actor: Actor, code: string, secret: string): Promise<string[]> {
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await this.change(actor, 'enabled', async (tx) => {
      const pending = await this.twoFactors.find(actor.userId, tx);
      if (!pending) throw twoFactorErrors.notSetUp();
      if (pending.enabledAt) throw twoFactorErrors.alreadyEnabled();
      if (!equalInConstantTime(this.codes.open(pending), secret)) throw twoFactorErrors.notSetUp();
      if (!(await this.codes.accept(tx, pending, code))) throw new TwoFactorCodeRefused();
      await this.twoFactors.enable(tx, actor.userId);
      const hashes = recoveryCodes.map((one) => hashRecoveryCode(actor.userId, one));
      await this.recoveryCodes.replaceAll(tx, actor.userId, hashes);
    });
    return recoveryCodes;
  }

  /**
   * The code is the proof that it is still they. Other sessions end.
   * @throws twoFactorErrors.notEnabled, TwoFactorCodeRefused, throttleErrors.tooManyAttempts
   */
  async disable(actor: Actor, code: string): Promise<void> {
    await this.change(actor, 'disabled', async (tx) => {
      const twoFactor = await this.twoFactors.find(actor.userId, tx);
      if (!twoFactor?.enabledAt) throw twoFactorErrors.notEnabled();
      if (!(await this.codes.accept(tx, twoFactor, code))) throw new TwoFactorCodeRefused();
      await this.twoFactors.remove(tx, actor.userId);
      await this.recoveryCodes.removeAll(tx, actor.userId);
    });
  }

  /**
   * Whether the app shows what it should. Nothing changes, but the code counts as used.
   * @throws twoFactorErrors.notEnabled, TwoFactorCodeRefused, throttleErrors.tooManyAttempts
   */
  async test({ userId }: Actor, code: string): Promise<void> {
    await this.throttle.take(LIMITS.twoFactorChanges, userId);
    const right = await this.db.transaction(async (tx) => {
      const twoFactor = await this.twoFactors.find(userId, tx);
      if (!twoFactor?.enabledAt) throw twoFactorErrors.notEnabled();
      return this.codes.accept(tx, twoFactor, code);
    });
    if (!right) {
      await this.noteWrongCode(userId, 'tested');
      throw new TwoFactorCodeRefused();
    }
    await this.throttle.clear(LIMITS.twoFactorChanges, userId);
  }

  private async change(
    actor: Actor,
    outcome: 'enabled' | 'disabled',
    apply: (tx: EntityManager) => Promise<void>,
  ): Promise<void> {
    const { userId, sessionId } = actor;
    await this.throttle.take(LIMITS.twoFactorChanges, userId);
    try {
      await this.db.transaction(async (tx) => {
        const user = await this.users.getForUpdate(tx, userId);
        await apply(tx);
        // The code is as good as one that was asked for.
        await this.sessions.confirm(tx, user, sessionId);
        if (outcome === 'disabled') {
          const { username } = user;
          await this.mails.add(tx, { kind: 'lost-two-factor', who: username, by: username });
        }
        await this.sessions.endOthers(tx, userId, sessionId, 'two_factor_changed');
        await this.audit.record(tx, { action: `two_factor.${outcome}`, target: `user:${userId}` });
      });
    } catch (error) {
      if (error instanceof TwoFactorCodeRefused) await this.noteWrongCode(userId, outcome);
      throw error;
    }
    await this.throttle.clear(LIMITS.twoFactorChanges, userId);
  }

  private async noteWrongCode(
    userId: string,
    outcome: 'enabled' | 'disabled' | 'tested',
  ): Promise<void> {
    this.signals.raise({ kind: 'two_factor_failed', detail: `not ${outcome}: wrong code` });
    await this.audit.record(null, { action: 'two_factor.refused', target: `user:${userId}` });
  }
}
