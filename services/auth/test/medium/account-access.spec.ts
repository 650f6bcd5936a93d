import { waitFor } from '@casement/common/testing/wait-for.js';
import type { CreatedApiKey } from '@casement/proto/http/auth/api-keys.js';
import type { StartedDeviceLogin } from '@casement/proto/http/auth/device-logins.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';
import { published } from '../support/events.js';

const KEY = { name: 'build-01', scopes: ['installs:read'], networks: [], expires_in_days: 30 };

describe('access to an account', () => {
  let app: AuthApp;
  let client: Client;
  let ann: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    client = new Client(app);
    ann = await client.newUser();
  });

  const createKey = async () => {
    const { body } = await client.post('/api/user/api-keys', KEY, ann.accessToken).expect(201);
    return (body as { data: CreatedApiKey }).data;
  };
  const approveLogin = async () => {
    const begun = await client.post('/api/auth/device-logins', KEY);
    const { device_code, user_code } = (begun.body as { data: StartedDeviceLogin }).data;
    const approved = client.post('/api/user/device-logins/approve', { user_code }, ann.accessToken);
    await approved.expect(200);
    return device_code;
  };
  const mails = () =>
    app.mailbox.mails.filter(
      ({ to, subject }) =>
        to?.[0]?.address === ann.user.email && subject === 'New access to your Casement account',
    );

  describe('POST /user/access/revoke', () => {
    const revoke = () => client.post('/api/user/access/revoke', {}, ann.accessToken);

    it('ends the other sessions and the API keys, and keeps this session', async () => {
      await createKey();
      const other = await client.login(ann.user.username, ann.password);
      const { accessToken } = (other.body as { data: { accessToken: string } }).data;
      await revoke().expect(200);
      await waitFor(
        async () => (await client.get('/api/user/profile', accessToken)).status === 401,
      );
      const keys = await client.get('/api/user/api-keys', ann.accessToken).expect(200);
      expect(keys.body).toMatchObject({ data: [] });
    });

    it('voids a device login that was approved and not fetched yet', async () => {
      const device_code = await approveLogin();
      await revoke().expect(200);
      await client.post('/api/auth/device-logins/token', { device_code }).expect(400);
      const keys = await client.get('/api/user/api-keys', ann.accessToken).expect(200);
      expect(keys.body).toMatchObject({ data: [] });
    });

    it('publishes an event for the services that have webhooks and Telegram links', async () => {
      await revoke().expect(200);
      await published(app, 'auth.access.revoked.v1', { userId: ann.user.id });
    });

    it('keeps the keys of other users', async () => {
      const bob = await new Client(app).newUser();
      await client.post('/api/user/api-keys', KEY, bob.accessToken).expect(201);
      await revoke().expect(200);
      const keys = await client.get('/api/user/api-keys', bob.accessToken).expect(200);
      expect((keys.body as { data: unknown[] }).data).toHaveLength(1);
    });
  });

  describe('an ended session that services do not know of yet', () => {
    beforeEach(() =>
      app.database.query('UPDATE session SET revoked_at = now() WHERE user_id = $1', [ann.user.id]),
    );
    const refused = { code: 'SESSION_REVOKED' };
    const find = (table: 'api_key' | 'device_login', column: string) =>
      app.database.query(`SELECT id FROM ${table} WHERE ${column} = $1`, [ann.user.id]);

    it('creates no API key', async () => {
      const answer = await client.post('/api/user/api-keys', KEY, ann.accessToken).expect(401);
      expect(answer.body).toMatchObject(refused);
      expect(await find('api_key', 'user_id')).toEqual([]);
    });

    it('approves no device login', async () => {
      const begun = await client.post('/api/auth/device-logins', KEY);
      const { user_code } = (begun.body as { data: StartedDeviceLogin }).data;
      const path = '/api/user/device-logins/approve';
      const answer = await client.post(path, { user_code }, ann.accessToken).expect(401);
      expect(answer.body).toMatchObject(refused);
      expect(await find('device_login', 'approved_by')).toEqual([]);
    });
  });

  describe('mails to the owner', () => {
    it('are sent for a new API key, with a link to the page', async () => {
      await createKey();
      const mail = await waitFor(() => mails()[0]);
      expect(mail.text).toContain('The API key “build-01” was created');
      expect(mail.text).toContain('/dashboard?access=1');
    });

    it('are sent for the key of a device login', async () => {
      const device_code = await approveLogin();
      await client.post('/api/auth/device-logins/token', { device_code }).expect(201);
      await waitFor(() => mails()[0]);
    });

    it('are sent once per webhook, Telegram link and desktop', async () => {
      const userId = ann.user.id;
      const id = (n: number) => `0198c0de-0000-7000-8000-0000000001a${n}`;
      for (let twice = 0; twice < 2; twice += 1) {
        const webhook = { webhookId: id(0), userId, host: 'evil.example' };
        await app.nats.publish('install.webhook.created.v1', webhook, { id: id(1) });
        const link = { userId, telegramUserId: '7' };
        await app.nats.publish('telegram.link.created.v1', link, { id: id(2) });
        const desktop = { userId, installId: id(0), ip: '203.0.113.9', rdpPort: 20_122 };
        await app.nats.publish('install.desktop.opened.v1', desktop, { id: id(3) });
      }
      await createKey();
      await waitFor(() => mails().length === 4);
      const texts = mails().map(({ text }) => text);
      for (const what of [
        'A webhook to evil.example was set up',
        'A Telegram account was connected',
        'The desktop of 203.0.113.9:20122 was opened in a browser',
      ]) {
        expect(texts.filter((text) => text?.includes(what))).toHaveLength(1);
      }
    });

    it('are sent for a reset Windows password, under its own subject', async () => {
      const userId = ann.user.id;
      const installId = '0198c0de-0000-7000-8000-0000000001a9';
      const reset = { userId, installId, ip: '203.0.113.9', rdpPort: 20_122 };
      await app.nats.publish('install.password.reset.v1', reset, { id: installId });
      const mail = await waitFor(() =>
        app.mailbox.mails.find(
          ({ to, subject }) =>
            to?.[0]?.address === ann.user.email && subject === 'A Windows password was reset',
        ),
      );
      expect(mail.text).toContain('The Windows password of 203.0.113.9:20122 was reset on');
    });

    it('are throttled per user', async () => {
      const { burst } = LIMITS.accessMails;
      for (let n = 0; n < burst + 5; n += 1) {
        const link = { userId: ann.user.id, telegramUserId: String(n) };
        await app.nats.publish('telegram.link.created.v1', link);
      }
      await waitFor(() => mails().length === burst);
      const bob = await new Client(app).newUser();
      await app.nats.publish('telegram.link.created.v1', {
        userId: bob.user.id,
        telegramUserId: '1',
      });
      await waitFor(() =>
        app.mailbox.mails.find(
          ({ to, subject }) =>
            to?.[0]?.address === bob.user.email && subject?.startsWith('New access'),
        ),
      );
      expect(mails()).toHaveLength(burst);
    });
  });
});
