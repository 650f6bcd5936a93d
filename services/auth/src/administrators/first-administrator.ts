import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { withNewContext } from '@casement/common/core/context/request-context.js';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { AuthConfig } from '../config.js';
import { madeUpPassword } from '../passwords/made-up-password.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { EmailTaken, UsernameTaken } from '../users/users.errors.js';
import { UsersService } from '../users/users.service.js';
import { passwordBanner } from './password-banner.js';

const log = logger('first-administrator');
/** Any number that no other advisory lock of this database has: replicas start together. */
const LOCK = 7_301;

/** Creates the one account that no one can register for; does nothing where there is one already. */
@Injectable()
export class FirstAdministratorService implements OnApplicationBootstrap {
  constructor(
    private readonly config: AuthConfig,
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: PasswordHasher,
    private readonly audit: Audit,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const madeUp = await withNewContext(() => this.create());
    if (madeUp !== undefined) process.stdout.write(passwordBanner(this.config, madeUp));
  }

  /** @returns the password that was made up, if one had to be */
  private create(): Promise<string | undefined> {
    return this.db.transaction(async (tx) => {
      await execute(tx, 'SELECT pg_advisory_xact_lock($1)', [LOCK]);
      if (await this.users.hasAdministrator(tx)) return undefined;

      const { ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD } = this.config;
      const madeUp = ADMIN_PASSWORD === '' ? madeUpPassword() : undefined;
      const passwordHash = await this.passwords.hash(madeUp ?? ADMIN_PASSWORD);
      const user = await this.users
        .create(tx, { username, email, passwordHash, admin: true, verified: true })
        .catch((cause: unknown) => {
          if (!(cause instanceof UsernameTaken || cause instanceof EmailTaken)) throw cause;
          // Never make an administrator of an existing user who has that name.
          throw new Error('ADMIN_USERNAME or ADMIN_EMAIL belongs to an ordinary account', {
            cause,
          });
        });
      for (const id of await this.users.takeFromOthers(tx, email)) {
        await this.audit.record(tx, { action: 'email.lost', target: `user:${id}` });
      }
      await this.audit.record(tx, { action: 'administrator.created', target: `user:${user.id}` });
      log.info({ userId: user.id, username }, 'first administrator created');
      return madeUp;
    });
  }
}
