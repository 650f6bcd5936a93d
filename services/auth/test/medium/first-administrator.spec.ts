import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import type { LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import { auth } from '../../src/auth.service-definition.js';
import { FirstAdministratorService } from '../../src/administrators/first-administrator.js';
import { ADMIN_PASSWORD, authApp, type AuthApp } from '../support/auth-app.js';
import { Client } from '../support/client.js';

describe('first administrator', () => {
  let database: TestDatabase;
  let apps: AuthApp[];
  let printed: string;
  beforeEach(async () => {
    database = await testDatabase(auth.database.migrations);
    apps = [];
    printed = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const app of apps) await app.close();
    await database.close();
  });

  const start = async (env: Record<string, string> = {}) => {
    const app = await authApp({ database, env });
    apps.push(app);
    return app;
  };
  const administrators = () =>
    database.query<{ username: string }>('SELECT username FROM user_account WHERE admin');
  const login = async (app: AuthApp, username: string, password: string) => {
    const { body } = await new Client(app).login(username, password);
    return (body as { data?: LoginResponse }).data;
  };

  it('is created verified from the environment, without console output', async () => {
    const app = await start({ ADMIN_USERNAME: 'chief', ADMIN_EMAIL: 'chief@example.test' });
    expect(await login(app, 'chief', ADMIN_PASSWORD)).toMatchObject({
      user: { username: 'chief', email: 'chief@example.test', admin: 1, is_verified: true },
    });
    expect(printed).not.toContain(ADMIN_PASSWORD);
  });

  it('gets a generated password that is printed once with a request to change it', async () => {
    const app = await start({ ADMIN_PASSWORD: '' });
    const [, password = ''] = /password {2}(\S+)/.exec(printed) ?? [];
    expect(printed).toContain('Please change the password');
    expect(await login(app, 'admin', password)).toMatchObject({ user: { admin: 1 } });

    printed = '';
    await start({ ADMIN_PASSWORD: '' });
    expect(printed).not.toContain('password');
  });

  it('is created once by replicas that start together', async () => {
    const replicas = [await start(), await start(), await start()];
    // The replicas start one after the other because they would block each other's connections in one process. Only
    // this step runs concurrently.
    await database.query('TRUNCATE user_account CASCADE');
    await Promise.all(
      replicas.map((app) => app.get(FirstAdministratorService).onApplicationBootstrap()),
    );
    expect(await administrators()).toHaveLength(1);
  });

  it('stays unchanged on later starts with another environment', async () => {
    await start();
    const app = await start({ ADMIN_USERNAME: 'other', ADMIN_PASSWORD: 'Other-secret-1!' });
    expect(await administrators()).toEqual([{ username: 'admin' }]);
    expect(await login(app, 'admin', 'Other-secret-1!')).toBeUndefined();
    expect(await login(app, 'admin', ADMIN_PASSWORD)).toMatchObject({ user: { admin: 1 } });
  });

  it('never promotes an ordinary account with the same name', async () => {
    const app = await start();
    await new Client(app).register({ username: 'taken' });
    await database.query('UPDATE user_account SET admin = false');
    await expect(start({ ADMIN_USERNAME: 'taken' })).rejects.toThrow(
      'ADMIN_USERNAME or ADMIN_EMAIL belongs to an ordinary account',
    );
    expect(await administrators()).toEqual([]);
  });

  it('is created with an address that another account has not verified', async () => {
    const app = await start();
    const squatter = await new Client(app).register({ email: 'Chief@example.test' });
    expect(squatter.status).toBe(201);
    await database.query('UPDATE user_account SET admin = false');
    await start({ ADMIN_USERNAME: 'chief', ADMIN_EMAIL: 'chief@example.test' });
    expect(
      await database.query('SELECT username FROM user_account WHERE lower(email) LIKE $1', [
        'chief%',
      ]),
    ).toEqual([{ username: 'chief' }]);
    expect(await login(app, 'chief@example.test', ADMIN_PASSWORD)).toMatchObject({
      user: { admin: 1, is_verified: true },
    });
  });

  it('is not created with an address that an ordinary account has verified', async () => {
    const app = await start();
    await new Client(app).register({ email: 'chief@example.test' });
    await database.query('UPDATE user_account SET admin = false, email_verified_at = now()');
    await expect(
      start({ ADMIN_USERNAME: 'chief', ADMIN_EMAIL: 'chief@example.test' }),
    ).rejects.toThrow('ADMIN_USERNAME or ADMIN_EMAIL belongs to an ordinary account');
  });
});
