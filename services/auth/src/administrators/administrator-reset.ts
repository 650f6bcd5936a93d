import { Database } from '@casement/common/data/database/database.js';
import { SYSTEM, type Audit } from '@casement/common/messaging/audit.js';
import type { ApiKeysService } from '../api-keys/api-keys.service.js';
import { generatePassword, type PasswordHasher } from '../passwords/password-hasher.js';
import type { SessionsService } from '../sessions/sessions.service.js';
import type { TwoFactorService } from '../two-factor/two-factor.service.js';
import type { UsersService } from '../users/users.service.js';
import type { AdministratorMails } from './administrator-mails.js';

/** Operator command for an administrator who has lost the password or the phone with the authenticator app. */
export class AdministratorReset {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: PasswordHasher,
    private readonly sessions: Pick<SessionsService, 'endAll'>,
    private readonly twoFactor: TwoFactorService,
    private readonly mails: Pick<AdministratorMails, 'add'>,
    private readonly apiKeys: Pick<ApiKeysService, 'revokeAccess'>,
    private readonly audit: Audit,
  ) {}

  /**
   * Sets a new password, removes two-factor, ends all sessions and all other access.
   * @param login username or e-mail address
   * @returns the password, which is not stored
   * @throws Error with a message for the console, before anything is changed
   */
  async run(login: string): Promise<string> {
    const found = await this.users.findByLogin(login);
    if (!found) throw new Error('account not found');
    const password = generatePassword();
    const passwordHash = await this.passwords.hash(password);
    await this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, found.id);
      if (!user.admin) throw new Error('this account is not an administrator; nothing was changed');
      const stored = await this.users.change(tx, user, { passwordHash });
      if (await this.twoFactor.isEnabled(user.id, tx)) {
        await this.mails.add(tx, { kind: 'lost-two-factor', who: user.username, by: null });
      }
      await this.twoFactor.removeAll(tx, user.id);
      await this.sessions.endAll(tx, stored, 'password_changed');
      await this.apiKeys.revokeAccess(tx, user.id);
      await this.audit.record(tx, {
        action: 'administrator.reset',
        target: `user:${user.id}`,
        actor: SYSTEM,
      });
    });
    return password;
  }
}
