import 'reflect-metadata';
import { exitWithError } from '@casement/common/platform/bootstrap/exit-with-error.js';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { withNewContext } from '@casement/common/core/context/request-context.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { AdministratorMails } from './administrators/administrator-mails.js';
import { AdministratorReset } from './administrators/administrator-reset.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { auth } from './auth.service-definition.js';
import { BrandService } from './brand/brand.service.js';
import { AuthConfig } from './config.js';
import { readSigningKeys } from './keys/signing-key.js';
import { MailOutbox } from './mail/mail-outbox.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { AccessTokens } from './sessions/access-tokens.js';
import { SessionsService } from './sessions/sessions.service.js';
import { TwoFactorService } from './two-factor/two-factor.service.js';
import { UsersService } from './users/users.service.js';

const USAGE = 'usage: reset-administrator USERNAME|EMAIL';

try {
  const [login, ...rest] = process.argv.slice(2);
  if (login === undefined || rest.length > 0) throw new Error(USAGE);
  const password = await reset(login);
  process.stdout.write(
    `The new password is shown only once: ${password}\n` +
      'Two-factor is off and every session of this administrator has ended.\n',
  );
} catch (error) {
  exitWithError('the administrator was not reset', error);
}

async function reset(login: string): Promise<string> {
  const config = loadConfig(AuthConfig, process.env);
  const source = await createDataSource({
    url: config.DATABASE_URL,
    applicationName: 'reset-administrator',
    entities: auth.database.entities,
  }).initialize();
  try {
    const db = new Database(source);
    const outbox = new Outbox();
    const audit = new Audit(db, outbox, auth.name);
    const secrets = new SecretBox(config.DATA_ENCRYPTION_KEY);
    const keys = await readSigningKeys(config.JWT_SIGNING_KEY);
    const users = UsersService.standalone(db, outbox);
    const twoFactor = TwoFactorService.standalone(db, secrets, config);
    const command = new AdministratorReset(
      db,
      users,
      new PasswordHasher(),
      SessionsService.standalone(
        db,
        users,
        new AccessTokens(keys, twoFactor, config),
        outbox,
        new Signals(db, outbox, auth.name),
        audit,
      ),
      twoFactor,
      new AdministratorMails(config, users, new MailOutbox(secrets, BrandService.standalone(db, outbox, audit))),
      ApiKeysService.standalone(db, users, twoFactor, outbox, audit, config),
      audit,
    );
    return await withNewContext(() => command.run(login));
  } finally {
    await source.destroy();
  }
}
