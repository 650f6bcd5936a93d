import { Database } from '@casement/common/data/database/database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { ApiKeysService } from '../../src/api-keys/api-keys.service.js';
import { AdministratorMails } from '../../src/administrators/administrator-mails.js';
import { AdministratorReset } from '../../src/administrators/administrator-reset.js';
import { PasswordHasher } from '../../src/passwords/password-hasher.js';
import { SessionsService } from '../../src/sessions/sessions.service.js';
import { TwoFactorService } from '../../src/two-factor/two-factor.service.js';
import { UsersService } from '../../src/users/users.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client } from '../support/client.js';
import { published } from '../support/events.js';
import { newTwoFactorAdministrator } from '../support/two-factor.js';

describe(AdministratorReset.name, () => {
  let app: AuthApp;
  let sut: AdministratorReset;
  beforeAll(async () => {
    app = await authApp();
    sut = new AdministratorReset(
      app.get(Database),
      app.get(UsersService),
      app.get(PasswordHasher),
      app.get(SessionsService),
      app.get(TwoFactorService),
      app.get(AdministratorMails),
      app.get(ApiKeysService),
      app.get(Audit),
    );
  });
  afterAll(() => app.close());

  it('sets a new password, removes two-factor and ends all sessions', async () => {
    const ann = await newTwoFactorAdministrator(app);
    const client = new Client(app);
    const asked = { name: 'Panel', scopes: ['quota:read'] };
    await client.post('/api/user/api-keys', asked, ann.accessToken).expect(201);
    const password = await sut.run(ann.user.username);

    expect((await client.login(ann.user.username, ann.password)).status).toBe(401);
    const { body } = await client.login(ann.user.username, password);
    expect(body).toMatchObject({ data: { twoFactorRequired: false, user: { admin: 1 } } });
    await waitFor(
      async () => (await client.get('/api/user/profile', ann.accessToken)).status === 401,
    );
    await published(app, 'security.audit.recorded.v1', {
      action: 'administrator.reset',
      target: `user:${ann.user.id}`,
      actorId: '',
      actorRole: 'system',
    });
    const codes = await app.database.query('SELECT 1 FROM recovery_code WHERE user_id = $1', [
      ann.user.id,
    ]);
    expect(codes).toHaveLength(0);
    const keys = await app.database.query(
      'SELECT 1 FROM api_key WHERE user_id = $1 AND revoked_at IS NULL',
      [ann.user.id],
    );
    expect(keys).toHaveLength(0);
  });

  it('rejects a user who is not an administrator', async () => {
    const ann = await new Client(app).newUser();
    await expect(sut.run(ann.user.username)).rejects.toThrow('not an administrator');
    expect((await new Client(app).login(ann.user.username, ann.password)).status).toBe(200);
    await expect(sut.run('nobody-here')).rejects.toThrow('account not found');
  });
});
