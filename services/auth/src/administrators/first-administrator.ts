import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { withNewContext } from '@casement/common/core/context/request-context.js';
import { Database } from '@casement/common/data/database/database.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { AuthConfig } from '../config.js';
import { generatePassword, PasswordHasher } from '../passwords/password-hasher.js';
import { EmailTaken, UsernameTaken } from '../users/users.errors.js';
import { UsersService } from '../users/users.service.js';
import { AdministratorsRepository } from './administrators.repository.js';

const log = logger('first-administrator');

/** Creates an administrator at startup unless one exists. */
@Injectable()
export class FirstAdministratorService implements OnApplicationBootstrap {
  constructor(
    private readonly config: AuthConfig,
    private readonly db: Database,
    private readonly repository: AdministratorsRepository,
    private readonly users: UsersService,
    private readonly passwords: PasswordHasher,
    private readonly audit: Audit,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const generated = await withNewContext(() => this.create());
    if (generated !== undefined) process.stdout.write(passwordBanner(this.config, generated));
  }

  /** @returns the password if one was generated; undefined if it was configured or an administrator exists */
  private create(): Promise<string | undefined> {
    return this.db.transaction(async (tx) => {
      await this.repository.lockStart(tx);
      if (await this.users.hasAdministrator(tx)) return undefined;

      const { ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD } = this.config;
      const generated = ADMIN_PASSWORD === '' ? generatePassword() : undefined;
      const passwordHash = await this.passwords.hash(generated ?? ADMIN_PASSWORD);
      const user = await this.users
        .create(tx, { username, email, passwordHash, admin: true, verified: true })
        .catch((cause: unknown) => {
          if (!(cause instanceof UsernameTaken || cause instanceof EmailTaken)) throw cause;
          // An existing user with this name must not become an administrator.
          throw new Error('ADMIN_USERNAME or ADMIN_EMAIL belongs to an ordinary account', {
            cause,
          });
        });
      for (const id of await this.users.removeFromOthers(tx, email)) {
        await this.audit.record(tx, { action: 'email.lost', target: `user:${id}` });
      }
      await this.audit.record(tx, { action: 'administrator.created', target: `user:${user.id}` });
      log.info({ userId: user.id, username }, 'first administrator created');
      return generated;
    });
  }
}

/** Printed to the console instead of the log, which is retained. */
function passwordBanner(admin: { ADMIN_USERNAME: string }, password: string): string {
  const line = '='.repeat(64);
  return [
    line,
    'The first administrator was created. This is shown only once:',
    `  username  ${admin.ADMIN_USERNAME}`,
    `  password  ${password}`,
    'Please change the password after signing in.',
    line,
    '',
  ].join('\n');
}
