import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { AuthConfig } from '../config.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { SessionsService, type IssuedSession } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import { hasNewPassword, UsersService, type User } from '../users/users.service.js';
import { passwordChangedMail } from './password-changed-mail.js';
import { PasswordHasher } from './password-hasher.js';
import { passwordErrors } from './passwords.errors.js';

@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly config: AuthConfig,
    private readonly db: Database,
    private readonly passwords: PasswordHasher,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly twoFactor: TwoFactorService,
    private readonly mails: MailOutbox,
    private readonly throttle: ThrottleService,
    private readonly signals: Signals,
    private readonly audit: Audit,
  ) {}

  /**
   * Ends all sessions and begins a new one for the caller. With two-factor, the new session keeps the time of the
   * last confirmation: the current password may have been stolen together with the token, so only a code counts as a
   * confirmation (StepUpService).
   *
   * @throws passwordErrors.wrongCurrent, throttleErrors.tooManyAttempts
   */
  async update(actor: Actor, current: string, next: string): Promise<IssuedSession> {
    await this.throttle.take(LIMITS.passwordChange, actor.userId);
    const seen = await this.users.get(actor.userId);
    if (!(await this.passwords.verify(seen.passwordHash, current)).matches) {
      this.signals.raise({ kind: 'password_change_failed', detail: 'wrong current password' });
      throw passwordErrors.wrongCurrent();
    }
    await this.throttle.take(LIMITS.passwordChanges, actor.userId);
    const passwordHash = await this.passwords.hash(next);
    const session = await this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, actor.userId);
      // A parallel change has replaced the password that was just verified.
      if (hasNewPassword(user, seen)) throw passwordErrors.wrongCurrent();
      const changed = await this.replace(tx, user, passwordHash, 'changed');
      const hasTwoFactor = await this.twoFactor.isEnabled(user.id, tx);
      return this.sessions.begin(
        tx,
        changed,
        hasTwoFactor ? new Date(actor.confirmedAt * 1000) : null,
      );
    });
    await this.throttle.clear(LIMITS.passwordChange, actor.userId);
    return session;
  }

  /**
   * Stores a new password and notifies the owner by mail. Sessions, reset links and sign-ins in progress end because
   * they are bound to the account's epoch.
   * @param user locked for update by the caller
   * @returns the account with its new epoch
   */
  async replace(
    tx: EntityManager,
    user: User,
    passwordHash: string,
    how: 'changed' | 'reset',
  ): Promise<User> {
    const stored = await this.users.change(tx, user, { passwordHash });
    const changed = await this.sessions.endAll(tx, stored, 'password_changed');
    const mail = passwordChangedMail(this.config.PUBLIC_URL, user, new Date());
    await this.mails.addTo(tx, user, { kind: 'password-changed', ...mail });
    await this.audit.record(tx, { action: `password.${how}`, target: `user:${user.id}` });
    return changed;
  }
}
