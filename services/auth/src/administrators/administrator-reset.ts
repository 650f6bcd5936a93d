import { Database } from '@casement/common/data/database/database.js';
import { SYSTEM, type Audit } from '@casement/common/messaging/audit.js';
import type { AdministratorMails } from '../administrators/administrator-mails.js';
import type { ApiKeysService } from '../api-keys/api-keys.service.js';
import { madeUpPassword } from '../passwords/made-up-password.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import type { SessionsService } from '../sessions/sessions.service.js';
import type { RecoveryCodesRepository } from '../two-factor/recovery-codes.repository.js';
import type { TwoFactorRepository } from '../two-factor/two-factor.repository.js';
import type { UsersService } from '../users/users.service.js';

/** For an operator with the server's console, when an administrator has lost password or phone. */
export class AdministratorReset {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: PasswordHasher,
    private readonly sessions: Pick<SessionsService, 'endAll'>,
    private readonly twoFactors: TwoFactorRepository,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly mails: Pick<AdministratorMails, 'add'>,
    private readonly apiKeys: Pick<ApiKeysService, 'revokeAll'>,
    private readonly audit: Audit,
  ) {}

  /**
   * A new password, two-factor off, all sessions ended, API keys revoked.
   * @param login username or e-mail address
   * @returns the password, which is kept nowhere
   * @throws Error in words for the console; nothing was changed then
   */
  async run(login: string): Promise<string> {
    const found = await this.users.findByLogin(login);
    if (!found) throw new Error('there is no such account');
    const password = madeUpPassword();
    const passwordHash = await this.passwords.hash(password);
    await this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, found.id);
      if (!user.admin) throw new Error('this account is not an administrator; nothing was changed');
      const stored = await this.users.change(tx, user, { passwordHash });
      if (await this.twoFactors.isEnabled(user.id, tx)) {
        await this.mails.add(tx, { kind: 'lost-two-factor', who: user.username, by: null });
      }
      await this.twoFactors.remove(tx, user.id);
      await this.recoveryCodes.removeAll(tx, user.id);
      await this.sessions.endAll(tx, stored, 'password_changed');
      await this.apiKeys.revokeAll(tx, user.id);
      await this.audit.record(tx, {
        action: 'administrator.reset',
        target: `user:${user.id}`,
        actor: SYSTEM,
      });
    });
    return password;
  }
}
