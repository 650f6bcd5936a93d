import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { currentContext } from '@casement/common/core/context/request-context.js';
import { equalInConstantTime } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import type { PasskeyAttestation, PasskeyOptions } from '@casement/proto/http/auth/passkeys.js';
import type { OwnTwoFactor, TwoFactorSetupResponse } from '@casement/proto/http/auth/two-factor.js';
import { accessChangeMail, type AccessChange } from '../account-access/access-change-mail.js';
import { AccountRecoveryService } from '../account-recovery/account-recovery.service.js';
import { AdministratorMails } from '../administrators/administrator-mails.js';
import { AuthConfig } from '../config.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { deviceName } from '../sessions/device-name.js';
import { BrandService } from '../brand/brand.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { totpUri } from '../two-factor/totp.js';
import { PasskeysService } from '../two-factor/passkeys.service.js';
import { TwoFactorCodeRefused, twoFactorErrors } from '../two-factor/two-factor.errors.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import { UsersService } from '../users/users.service.js';
import { drawQrCode } from './qr-code.js';

type FactorChange = 'enabled' | 'disabled' | 'codes_renewed' | 'passkey_added' | 'passkey_removed';

/** A user's own two-factor settings: disabled → set up → enabled → disabled (SPEC §4). */
@Injectable()
export class TwoFactorSettingsService {
  constructor(
    private readonly db: Database,
    private readonly twoFactor: TwoFactorService,
    private readonly passkeys: PasskeysService,
    private readonly recovery: AccountRecoveryService,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly throttle: ThrottleService,
    private readonly signals: Signals,
    private readonly mails: AdministratorMails,
    private readonly outgoing: MailOutbox,
    private readonly config: AuthConfig,
    private readonly audit: Audit,
    private readonly brand: BrandService,
  ) {}

  hasApp(actor: Actor): Promise<boolean> {
    return this.twoFactor.hasApp(actor.userId);
  }

  async describe({ userId }: Actor): Promise<OwnTwoFactor> {
    const { appEnabledAt, recoveryCodes, passkeys } = await this.twoFactor.describe(userId);
    const recoveryAt = await this.recovery.effectiveAt(userId);
    return {
      app_enabled_at: appEnabledAt?.toISOString() ?? null,
      recovery_codes: recoveryCodes,
      passkeys: passkeys.map(({ id, device, synced, createdAt, lastUsedAt }) => ({
        id,
        device,
        synced,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt?.toISOString() ?? null,
      })),
      recovery_at: recoveryAt?.toISOString() ?? null,
    };
  }

  /**
   * Stores a new secret, which replaces an earlier one that was not enabled. It takes effect once it is enabled.
   *
   * @throws twoFactorErrors.alreadyEnabled
   */
  async setUp(actor: Actor): Promise<TwoFactorSetupResponse> {
    const { username, secret } = await this.db.transaction(async (tx) => {
      const { id, username } = await this.users.getForUpdate(tx, actor.userId);
      if (await this.twoFactor.hasApp(id, tx)) throw twoFactorErrors.alreadyEnabled();
      return { username, secret: await this.twoFactor.setUp(tx, id) };
    });
    const { name } = await this.brand.get();
    return { secret, ...(await drawQrCode(totpUri(name, username, secret))) };
  }

  /**
   * Enables two-factor with the first code, which proves that the app has the secret. Other sessions end because they
   * were never confirmed by a code.
   *
   * @returns the recovery codes, which are not stored in plain text
   * @throws twoFactorErrors.notSetUp, twoFactorErrors.alreadyEnabled, TwoFactorCodeRefused,
   * throttleErrors.tooManyAttempts
   */
  enable(actor: Actor, code: string, secret: string): Promise<string[]> {
    return this.change(actor, 'enabled', { kind: 'app-added' }, async (tx) => {
      const pending = await this.twoFactor.find(tx, actor.userId);
      if (!pending) throw twoFactorErrors.notSetUp();
      if (pending.enabledAt) throw twoFactorErrors.alreadyEnabled();
      const isSame = equalInConstantTime(this.twoFactor.secretOf(pending), secret);
      if (!isSame) throw twoFactorErrors.notSetUp();
      if (!(await this.twoFactor.accept(tx, pending, code))) throw new TwoFactorCodeRefused();
      return this.twoFactor.enable(tx, actor.userId);
    });
  }

  /**
   * Disables two-factor with a code. Other sessions end.
   * @throws twoFactorErrors.notEnabled, TwoFactorCodeRefused, throttleErrors.tooManyAttempts
   */
  async disable(actor: Actor, code: string): Promise<void> {
    await this.change(actor, 'disabled', { kind: 'app-removed' }, async (tx) => {
      const current = await this.twoFactor.find(tx, actor.userId);
      if (!current?.enabledAt) throw twoFactorErrors.notEnabled();
      if (!(await this.twoFactor.accept(tx, current, code))) throw new TwoFactorCodeRefused();
      await this.twoFactor.remove(tx, actor.userId);
    });
  }

  /**
   * Removes the app of a user whose code was checked by the step-up. Other sessions end.
   * @throws twoFactorErrors.notEnabled, throttleErrors.tooManyAttempts
   */
  async remove(actor: Actor): Promise<void> {
    await this.change(actor, 'disabled', { kind: 'app-removed' }, async (tx) => {
      if (!(await this.twoFactor.hasApp(actor.userId, tx))) throw twoFactorErrors.notEnabled();
      await this.twoFactor.remove(tx, actor.userId);
    });
  }

  /** @throws twoFactorErrors.notEnabled, throttleErrors.tooManyAttempts */
  renewRecoveryCodes(actor: Actor): Promise<string[]> {
    return this.change(actor, 'codes_renewed', { kind: 'codes-renewed' }, async (tx) => {
      if (!(await this.twoFactor.isEnabled(actor.userId, tx))) throw twoFactorErrors.notEnabled();
      return this.twoFactor.renewRecoveryCodes(tx, actor.userId);
    });
  }

  /** @returns options for `navigator.credentials.create`. @throws throttleErrors.tooManyAttempts */
  async passkeyOptions({ userId }: Actor): Promise<PasskeyOptions> {
    await this.throttle.take(LIMITS.passkeyOptions, userId);
    const { name } = await this.brand.get();
    return this.passkeys.registrationOptions(await this.users.get(userId), name);
  }

  /**
   * @returns recovery codes, unless the user has unused ones
   * @throws twoFactorErrors.passkeyRefused, twoFactorErrors.tooManyPasskeys, throttleErrors.tooManyAttempts
   */
  async addPasskey(actor: Actor, credential: PasskeyAttestation): Promise<string[]> {
    const device = deviceName(currentContext()?.userAgent);
    const passkey = await this.passkeys.verifyNew(actor.userId, credential, device);
    const mail = { kind: 'passkey-added', device } as const;
    return this.change(actor, 'passkey_added', mail, (tx) =>
      this.twoFactor.addPasskey(tx, actor.userId, passkey),
    );
  }

  /** @throws twoFactorErrors.passkeyNotFound, also for another user's. @throws throttleErrors.tooManyAttempts */
  async removePasskey(actor: Actor, id: string): Promise<void> {
    const passkeys = await this.passkeys.listOf(actor.userId);
    const passkey = passkeys.find((one) => one.id === id);
    if (!passkey) throw twoFactorErrors.passkeyNotFound();
    const mail = { kind: 'passkey-removed', device: passkey.device } as const;
    await this.change(actor, 'passkey_removed', mail, (tx) =>
      this.twoFactor.removePasskey(tx, actor.userId, id),
    );
  }

  /**
   * Tests a code of the app without changing settings. The code counts as used.
   *
   * @throws twoFactorErrors.notEnabled, TwoFactorCodeRefused, throttleErrors.tooManyAttempts
   */
  async test({ userId }: Actor, code: string): Promise<void> {
    await this.throttle.take(LIMITS.twoFactorChanges, userId);
    const right = await this.db.transaction(async (tx) => {
      const current = await this.twoFactor.find(tx, userId);
      if (!current?.enabledAt) throw twoFactorErrors.notEnabled();
      return this.twoFactor.accept(tx, current, code);
    });
    if (!right) {
      await this.noteWrongCode(userId, 'tested');
      throw new TwoFactorCodeRefused();
    }
    await this.throttle.clear(LIMITS.twoFactorChanges, userId);
  }

  private async change<Result>(
    { userId, sessionId }: Actor,
    outcome: FactorChange,
    mail: AccessChange,
    apply: (tx: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    await this.throttle.take(LIMITS.twoFactorChanges, userId);
    let result: Result;
    try {
      result = await this.db.transaction(async (tx) => {
        const user = await this.users.getForUpdate(tx, userId);
        const hadFactor = await this.twoFactor.isEnabled(userId, tx);
        const applied = await apply(tx);
        await this.throttle.take(LIMITS.factorChanges, userId, tx);
        // The code confirms the session, like a step-up.
        await this.sessions.confirm(tx, user, sessionId);
        await this.outgoing.addTo(tx, user, {
          kind: 'factor-change',
          ...accessChangeMail(this.config.PUBLIC_URL, user, mail, new Date()),
        });
        if (user.admin && hadFactor && !(await this.twoFactor.isEnabled(userId, tx))) {
          const { username } = user;
          await this.mails.add(tx, { kind: 'lost-two-factor', who: username, by: username });
        }
        await this.sessions.endOthers(tx, userId, sessionId, 'two_factor_changed');
        await this.audit.record(tx, { action: `two_factor.${outcome}`, target: `user:${userId}` });
        return applied;
      });
    } catch (error) {
      if (error instanceof TwoFactorCodeRefused) await this.noteWrongCode(userId, outcome);
      throw error;
    }
    await this.throttle.clear(LIMITS.twoFactorChanges, userId);
    return result;
  }

  private async noteWrongCode(userId: string, outcome: FactorChange | 'tested'): Promise<void> {
    this.signals.raise({ kind: 'two_factor_failed', detail: `not ${outcome}: wrong code` });
    await this.audit.record(null, { action: 'two_factor.refused', target: `user:${userId}` });
  }
}
