import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { AuthConfig } from '../config.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsService, type IssuedSession } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { TwoFactorRepository } from '../two-factor/two-factor.repository.js';
import type { UserEntity } from '../users/user.entity.js';
import { hasNewPassword } from '../users/has-new-password.js';
import { UsersService } from '../users/users.service.js';
import { passwordChangedMail } from './password-changed-mail.js';
import { passwordErrors } from '../passwords/password.errors.js';

@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly config: AuthConfig,
    private readonly db: Database,
    private readonly passwords: PasswordHasher,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly twoFactors: TwoFactorRepository,
    private readonly apiKeys: ApiKeysService,
    private readonly mails: MailOutbox,
    private readonly throttle: ThrottleService,
    private readonly signals: Signals,
    private readonly audit: Audit,
  ) {}

  /**
   * Ends all sessions; the caller goes on in a new one. With two-factor that is confirmed no later than the old one was:
   * the password may have been stolen with the token, and only a code confirms (StepUpService).
   * @throws passwordErrors.wrongCurrent, throttleErrors.tooManyAttempts
   */
  async update(actor: Actor, current: string, next: string): Promise<IssuedSession> {
    await this.throttle.take(LIMITS.passwordChange, actor.userId);
    const seen = await this.users.get(actor.userId);
    if (!(await this.passwords.verify(seen.passwordHash, current)).matches) {
      this.signals.raise({ kind: 'password_change_failed', detail: 'wrong current password' });
      throw passwordErrors.wrongCurrent();
    }
    const passwordHash = await this.passwords.hash(next);
    const session = await this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, actor.userId);
      // Another change was faster, so what was compared is not the current password any more.
      if (hasNewPassword(user, seen)) throw passwordErrors.wrongCurrent();
      const changed = await this.replace(tx, user, passwordHash, 'changed');
      const hasTwoFactor = await this.twoFactors.isEnabled(user.id, tx);
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
   * Stores a new password. All sessions end with it, and so do reset links and sign-ins under way,
   * which are bound to the account's epoch. API keys end by a reset only: who changes their password knows their keys.
   * The owner gets a mail.
   * @param user locked for update by the caller
   * @returns the account with its new epoch
   */
  async replace(
    tx: EntityManager,
    user: UserEntity,
    passwordHash: string,
    how: 'changed' | 'reset',
  ): Promise<UserEntity> {
    const stored = await this.users.change(tx, user, { passwordHash });
    const changed = await this.sessions.endAll(tx, stored, 'password_changed');
    if (how === 'reset') await this.apiKeys.revokeAll(tx, user.id);
    if (user.email !== null) {
      await this.mails.add(tx, {
        kind: 'password-changed',
        userId: user.id,
        to: user.email,
        ...passwordChangedMail(this.config.PUBLIC_URL, user, new Date()),
      });
    }
    await this.audit.record(tx, { action: `password.${how}`, target: `user:${user.id}` });
    return changed;
  }
}
