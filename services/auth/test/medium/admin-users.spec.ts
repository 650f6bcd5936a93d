import { waitFor } from '@casement/common/testing/wait-for.js';
import type { AdminUser } from '@casement/proto/http/auth/users.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';
import { published } from '../support/events.js';
import { fakeService, type FakeService } from '../support/fake-services.js';

describe('/admin/users', () => {
  let app: AuthApp;
  let billing: FakeService;
  let telegram: FakeService;
  let client: Client;
  let admin: SignedInUser;
  beforeAll(async () => {
    [billing, telegram] = await Promise.all([
      fakeService('casement.billing.v1.BillingService', 'GetBalances', {}),
      fakeService('casement.telegram.v1.TelegramService', 'GetLinks', {}),
    ]);
    app = await authApp({
      env: { BILLING_GRPC_URL: billing.url, TELEGRAM_GRPC_URL: telegram.url },
    });
    client = new Client(app);
  });
  afterAll(async () => {
    await app.close();
    billing.close();
    telegram.close();
  });
  beforeEach(async () => {
    await app.database.query(`DELETE FROM user_account WHERE username <> 'admin'`);
    await app.database.query(`UPDATE user_account SET admin = true WHERE username = $1`, ['admin']);
    admin = await client.administrator();
    Object.assign(billing, { answer: { balances: [] } });
    Object.assign(telegram, { answer: { links: [] } });
    billing.requests.length = 0;
    telegram.requests.length = 0;
  });

  const list = (query = '', by = admin) => client.get(`/api/admin/users${query}`, by.accessToken);
  const rowsOf = ({ body }: { body: unknown }) => (body as { data: AdminUser[] }).data;
  const totalOf = ({ body }: { body: unknown }) => (body as { meta: { total: number } }).meta.total;
  const names = async (query: string) =>
    rowsOf(await list(query).expect(200)).map(({ username }) => username);
  const setRole = (id: string, role: unknown, by = admin) =>
    client.put(`/api/admin/users/${id}`, { admin: role }, by.accessToken);
  /** Inserts accounts without sign-ins, each a second older than the previous one. */
  const addUsers = (usernames: string[]) =>
    app.database.query(
      `INSERT INTO user_account (id, username, email, password_hash, created_at, updated_at)
       SELECT gen_random_uuid(), name, name || '@example.test', 'unusable',
         now() + make_interval(secs => n), now()
       FROM unnest($1::text[]) WITH ORDINALITY AS u(name, n)`,
      [usernames],
    );

  describe('GET', () => {
    it('returns every user when paged by cursor', async () => {
      await addUsers(Array.from({ length: 20 }, (_, i) => `user-${i}`));
      const read: string[] = [];
      for (let after: string | undefined = ''; after !== undefined;) {
        const page: Awaited<ReturnType<typeof list>> = await list(
          `?pageSize=8&after=${after}`,
        ).expect(200);
        read.push(...rowsOf(page).map(({ username }) => username));
        after = (page.body as { meta: { next?: string } }).meta.next;
      }
      expect(read).toEqual(await names('?pageSize=100'));
      expect(read).toHaveLength(21);
    });

    it('§2 shows 15 per page, newest first', async () => {
      await addUsers(Array.from({ length: 20 }, (_, i) => `user-${i}`));
      const first = await list().expect(200);
      expect(rowsOf(first).map(({ username }) => username)).toEqual(
        Array.from({ length: 15 }, (_, i) => `user-${19 - i}`),
      );
      expect(first.body).toMatchObject({ meta: { page: 1, pageSize: 15, total: 21 } });
      expect(await names('?page=2')).toEqual([
        'user-4',
        'user-3',
        'user-2',
        'user-1',
        'user-0',
        'admin',
      ]);
      expect(await names('?page=3')).toEqual([]);
    });

    it('returns the same order from the end as from the beginning', async () => {
      await addUsers(Array.from({ length: 22 }, (_, i) => `user-${i}`));
      await app.database.query(
        `UPDATE user_account SET created_at = date_trunc('day', created_at) WHERE username LIKE 'user-1%'`,
      );
      const everybody = await names('?pageSize=100');
      expect(everybody).toHaveLength(23);
      const pages: string[] = [];
      for (const page of [1, 2, 3, 4, 5, 6, 7]) {
        pages.push(...(await names(`?pageSize=4&page=${page}`)));
      }
      expect(pages).toEqual(everybody);
    });

    it.each([
      ['username', 'asc', ['admin', 'Budi', 'citra', 'dewi', 'eka']],
      ['username', 'desc', ['eka', 'dewi', 'citra', 'Budi', 'admin']],
      ['created_at', 'asc', ['admin', 'eka', 'citra', 'Budi', 'dewi']],
      ['created_at', 'desc', ['dewi', 'Budi', 'citra', 'eka', 'admin']],
    ])('sorts by %s %s on every page and with cursors', async (sort, order, all) => {
      await addUsers(['eka', 'citra', 'Budi', 'dewi']);
      const sorted = `sort=${sort}&order=${order}`;
      expect(await names(`?${sorted}`)).toEqual(all);
      const pages: string[] = [];
      for (const page of [1, 2, 3])
        pages.push(...(await names(`?${sorted}&pageSize=2&page=${page}`)));
      expect(pages).toEqual(all);
      const read: string[] = [];
      for (let after: string | undefined = ''; after !== undefined;) {
        const page: Awaited<ReturnType<typeof list>> = await list(
          `?${sorted}&pageSize=2&after=${after}`,
        ).expect(200);
        read.push(...rowsOf(page).map(({ username }) => username));
        after = (page.body as { meta: { next?: string } }).meta.next;
      }
      expect(read).toEqual(all);
      expect(await names(`?${sorted}&search=example`)).toEqual(all.filter((n) => n !== 'admin'));
    });

    it('marks a capped search count and returns the pages beyond it', async () => {
      await addUsers(Array.from({ length: 310 }, (_, i) => `user-${i}`));
      const first = await list('?search=user-&pageSize=100').expect(200);
      expect(first.body).toMatchObject({ meta: { total: 300, capped: true } });
      const last = await list('?search=user-&pageSize=100&page=4').expect(200);
      expect(rowsOf(last)).toHaveLength(10);
      expect(last.body).toMatchObject({ meta: { page: 4, pageSize: 100, total: 310 } });
      expect(last.body).not.toHaveProperty('meta.capped');
    });

    it.each([
      ['sort=password_hash', 'sort', 'Unknown sort field'],
      ['order=up', 'order', 'Order must be asc or desc'],
    ])('rejects %s', async (query, path, message) => {
      const { body } = await list(`?${query}`).expect(400);
      expect((body as { details: unknown[] }).details).toContainEqual(
        expect.objectContaining({ path, message }),
      );
    });

    it('reads a page of usernames from an index only', async () => {
      await addUsers(Array.from({ length: 2_000 }, (_, i) => `user-${i}`));
      await app.database.query('VACUUM ANALYZE user_account');
      const plan = await app.database.query(
        `EXPLAIN SELECT id FROM user_account ORDER BY lower(username) ASC, id ASC LIMIT 15 OFFSET 900`,
      );
      expect(JSON.stringify(plan)).toContain('Index Only Scan using user_account_by_username');
    });

    it('§2 searches username and e-mail address, ignoring case', async () => {
      await addUsers(['rahmat', 'siti', 'RAHMAWATI']);
      await app.database.query(
        `UPDATE user_account SET email = 'rahmat.old@example.test' WHERE username = 'siti'`,
      );
      expect(await names('?search=RahMa')).toEqual(['RAHMAWATI', 'siti', 'rahmat']);
      expect(await names('?search=hmaw')).toEqual(['RAHMAWATI']);
      expect(await names('?search=old%40EXAMPLE')).toEqual(['siti']);
      expect(totalOf(await list('?search=rahma'))).toBe(3);
      expect(await names('?search=nobody')).toEqual([]);
    });

    it('matches only the beginning for one or two letters', async () => {
      await addUsers(['rahmat', 'siti', 'marah']);
      await app.database.query(
        `UPDATE user_account SET email = 'raya@example.test' WHERE username = 'siti'`,
      );
      expect(await names('?search=RA')).toEqual(['siti', 'rahmat']);
      // A user is counted once even if both name and address match.
      expect(totalOf(await list('?search=RA'))).toBe(2);
      expect(await names('?search=%25')).toEqual([]);
    });

    it('treats wildcards as literal characters', async () => {
      await addUsers(['a_b_c', 'axbxc']);
      expect(await names('?search=a_b')).toEqual(['a_b_c']);
      expect(await names('?search=a%25b')).toEqual([]);
    });

    it('finds users without an address', async () => {
      await addUsers(['legacy']);
      await app.database.query(`UPDATE user_account SET email = NULL WHERE username = 'legacy'`);
      const [row] = rowsOf(await list('?search=legacy').expect(200));
      expect(row).toMatchObject({ username: 'legacy', email: null, is_verified: false });
    });

    it('excludes deleted users from the count', async () => {
      await addUsers(['one', 'two']);
      expect(totalOf(await list())).toBe(3);
      await app.database.query(`DELETE FROM user_account WHERE username = 'one'`);
      expect(totalOf(await list())).toBe(2);
    });

    it('§3 queries each service once for the entire page', async () => {
      await addUsers(['ann', 'bob']);
      const ids = rowsOf(await list()).map(({ id }) => id);
      const [bob] = ids;
      billing.requests.length = 0;
      telegram.requests.length = 0;
      billing.answer = { balances: ids.map((userId, i) => ({ userId, quota: i })) };
      telegram.answer = {
        links: [
          {
            userId: bob,
            telegramUserId: '7000000001',
            username: 'bob_rdp',
            displayName: 'Bob',
            notificationsEnabled: true,
          },
        ],
      };
      const rows = rowsOf(await list().expect(200));
      expect(rows.map(({ quota }) => quota)).toEqual([0, 1, 2]);
      expect(rows[0]).toMatchObject({ telegram: 'bob_rdp', telegram_notifications: true });
      expect(rows[1]).toMatchObject({ telegram: null, telegram_notifications: false });
      expect(billing.requests).toEqual([{ userIds: ids }]);
      expect(telegram.requests).toEqual([{ userIds: ids }]);
    });

    it('returns null for figures of a service that does not answer', async () => {
      billing.answer = 'silence';
      telegram.answer = 'error';
      const [row] = rowsOf(await list().expect(200));
      expect(row).toMatchObject({ quota: null, telegram: null, telegram_notifications: null });
      expect(row.username).toBe('admin');
    });

    it.each(['?page=0', '?page=x', '?pageSize=101', `?search=${'x'.repeat(255)}`, '?search=%00'])(
      'rejects the query %s',
      async (query) => {
        await list(query).expect(400);
      },
    );

    it('never returns a password', async () => {
      expect(JSON.stringify((await list()).body)).not.toMatch(/password|argon2|unusable/i);
    });
  });

  describe('GET {id}', () => {
    let ann: SignedInUser;
    beforeEach(async () => {
      ann = await new Client(app).newUser();
    });
    const UNKNOWN_USER = '01a1fd9f-0000-7000-8000-000000000000';
    const get = (path: string, by = admin) =>
      client.get(`/api/admin/users/${path}`, by.accessToken);

    it('returns the same data as the list', async () => {
      billing.answer = { balances: [{ userId: ann.user.id, quota: 4 }] };
      const { body } = await get(ann.user.id).expect(200);
      expect(body.data).toMatchObject({ username: ann.user.username, quota: 4 });
      expect(body.data).toEqual(rowsOf(await list()).find(({ id }) => id === ann.user.id));
    });

    it('/sessions lists active sessions only', async () => {
      const again = await new Client(app).again(ann);
      const { body } = await get(`${ann.user.id}/sessions`).expect(200);
      expect(body.data).toHaveLength(2);
      expect(body.data[0]).toEqual({
        id: expect.any(String),
        device: expect.any(String),
        address: expect.any(String),
        created_at: expect.any(String),
        last_seen_at: expect.any(String),
        current: false,
      });
      await client.delete('/api/user/sessions', again.accessToken).expect(200);
      expect((await get(`${ann.user.id}/sessions`)).body.data).toHaveLength(1);
      const own = (await get(`${admin.user.id}/sessions`)).body.data as { current: boolean }[];
      expect(own.filter(({ current }) => current)).toHaveLength(1);
      expect(JSON.stringify(body)).not.toMatch(/token|password/i);
    });

    it.each(['', '/sessions'])(
      '%s responds with 404 for an unknown user or one that is being deleted',
      async (of) => {
        await get(UNKNOWN_USER + of).expect(404);
        await get(`x${of}`).expect(400);
        await app.database.query('UPDATE user_account SET deleting_since = now() WHERE id = $1', [
          ann.user.id,
        ]);
        await get(ann.user.id + of).expect(404);
      },
    );

    it.each(['', '/sessions'])(
      "%s §6 requires an administrator, even for the caller's own account",
      async (of) => {
        await get(ann.user.id + of, ann).expect(403);
        await client.get(`/api/admin/users/${ann.user.id}${of}`).expect(401);
      },
    );
  });

  describe('PUT {id}', () => {
    let ann: SignedInUser;
    beforeEach(async () => {
      ann = await new Client(app).newUser();
    });

    it('§2 promotes and demotes a user and records who did it', async () => {
      const { body } = await setRole(ann.user.id, 1).expect(200);
      expect(body).toMatchObject({
        message: 'User updated successfully',
        data: { user: { id: ann.user.id, admin: 1 } },
      });
      await published(app, 'security.audit.recorded.v1', {
        action: 'role.changed',
        target: `user:${ann.user.id}`,
        actorId: admin.user.id,
        before: '{"admin":0}',
        after: '{"admin":1}',
      });
      await list('', await client.again(ann)).expect(200);
      await setRole(ann.user.id, 0).expect(200);
      await list('', await client.again(ann)).expect(403);
    });

    it('ends all sessions of the user in every service', async () => {
      await setRole(ann.user.id, 1).expect(200);
      await waitFor(
        async () => (await client.get('/api/user/profile', ann.accessToken)).status === 401,
      );
      await client.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(401);
    });

    it('keeps the sessions if the role does not change', async () => {
      await setRole(ann.user.id, 0).expect(200);
      await client.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(200);
    });

    it('rejects a demoted administrator whose token is still valid', async () => {
      await setRole(ann.user.id, 1).expect(200);
      const demoted = await client.again(ann);
      // Simulates the moment before the revocation has reached the services, when only the row has the new role.
      await app.database.query('UPDATE user_account SET admin = false WHERE id = $1', [
        ann.user.id,
      ]);
      await setRole(demoted.user.id, 1, demoted).expect(403);
      await setRole(admin.user.id, 0, demoted).expect(403);
      await client.delete(`/api/admin/users/${admin.user.id}`, demoted.accessToken).expect(403);
    });

    it('keeps one of two administrators who demote each other concurrently', async () => {
      for (let round = 0; round < 3; round++) {
        await app.database.query('UPDATE user_account SET admin = true');
        const [one, two] = [await client.again(admin), await client.again(ann)];
        const answers = await Promise.all([
          setRole(two.user.id, 0, one),
          setRole(one.user.id, 0, two),
        ]);
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses[0]).toBe(200);
        // 401 if the revocation was faster than the second call.
        expect([401, 403]).toContain(statuses[1]);
        expect(await app.database.query('SELECT 1 FROM user_account WHERE admin')).toHaveLength(1);
      }
    });

    it('refuses to demote the caller', async () => {
      await setRole(ann.user.id, 1).expect(200);
      const { body } = await setRole(admin.user.id, 0).expect(409);
      expect(body).toMatchObject({ code: 'OWN_ACCOUNT' });
    });

    it('refuses to demote the last administrator', async () => {
      const { body } = await setRole(admin.user.id, 0).expect(409);
      expect(body).toMatchObject({ code: 'LAST_ADMINISTRATOR' });
    });

    it("recognizes the caller's own id in any spelling", async () => {
      const { body } = await setRole(admin.user.id.toUpperCase(), 0).expect(409);
      expect(body).toMatchObject({ code: 'LAST_ADMINISTRATOR' });
      await setRole(ann.user.id, 1).expect(200);
      const second = await setRole(admin.user.id.toUpperCase(), 0).expect(409);
      expect(second.body).toMatchObject({ code: 'OWN_ACCOUNT' });
    });

    it('rejects an account that is being deleted', async () => {
      await app.database.query('UPDATE user_account SET deleting_since = now() WHERE id = $1', [
        ann.user.id,
      ]);
      const { body } = await setRole(ann.user.id, 1).expect(409);
      expect(body).toMatchObject({
        code: 'ACCOUNT_BEING_DELETED',
        message: 'This account is already being deleted.',
      });
    });

    it.each([2, '1', true, null, undefined])('rejects admin: %j', async (role) => {
      const { body } = await setRole(ann.user.id, role).expect(400);
      expect(body).toMatchObject({ message: 'Role must be 0 (User) or 1 (Admin)' });
    });

    it('responds with 404 for an unknown user', async () => {
      await setRole('01a1fd9f-0000-7000-8000-000000000000', 1).expect(404);
      await setRole('x', 1).expect(400);
    });

    it('§6 requires an administrator', async () => {
      await setRole(ann.user.id, 1, ann).expect(403);
      await list('', ann).expect(403);
      await client.get('/api/admin/users').expect(401);
    });
  });
});
