import { waitFor } from '@casement/common/testing/wait-for.js';
import { DeletedUsersService } from '../../src/deleted-users/deleted-users.service.js';
import { ServiceClients } from '../../src/clients/service-clients.js';
import { RevocationsService } from '../../src/sessions/revocations.service.js';
import { UsersService } from '../../src/users/users.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, refreshTokenOf, type SignedInUser } from '../support/client.js';
import { published } from '../support/events.js';
import { fakeInstall, type FakeInstall } from '../support/fake-services.js';

describe('account deletion', () => {
  let app: AuthApp;
  let install: FakeInstall;
  let client: Client;
  let admin: SignedInUser;
  let ann: SignedInUser;
  beforeAll(async () => {
    install = await fakeInstall();
    app = await authApp({ env: { INSTALL_GRPC_URL: install.url } });
    admin = await new Client(app).administrator();
    // The tests sweep explicitly; background runs would interfere.
    await app.get(DeletedUsersService).job.stop();
  });
  afterAll(async () => {
    await app.close();
    install.close();
  });
  beforeEach(async () => {
    Object.assign(install, { active: 0, availability: 'there' });
    install.calls.length = 0;
    install.closed.clear();
    await app.database.query('DELETE FROM account_deletion');
    client = new Client(app);
    ann = await client.newUser();
  });

  const deleteOwn = (user = ann) => client.delete('/api/user/account', user.accessToken);
  const deleteUser = (id = ann.user.id, by = admin) =>
    client.delete(`/api/admin/users/${id}`, by.accessToken);
  const refresh = (user = ann) => client.postWithCookie('/api/auth/refresh', user.refreshToken);
  const profile = (user = ann) => client.get('/api/user/profile', user.accessToken);
  const deletions = () => app.database.query('SELECT step FROM account_deletion');
  const exists = async (user = ann) =>
    (await app.database.query('SELECT 1 FROM user_account WHERE id = $1', [user.user.id])).length >
    0;
  const sweep = () => app.get(DeletedUsersService).sweep();
  const expireClaims = () =>
    app.database.query('UPDATE account_deletion SET claimed_until = now()');
  /** Sweeps as if the claim of a crashed process had expired. */
  const sweepLater = async () => {
    await expireClaims();
    return sweep();
  };

  describe('DELETE /user/account', () => {
    it("§7 deletes the caller's own account permanently in every service", async () => {
      const answer = await deleteOwn().expect(200);
      expect(answer.body).toMatchObject({ success: true, message: 'Account deleted successfully' });
      expect(String(answer.headers['set-cookie'])).toContain('__Secure-casement_refresh=;');
      expect(await exists()).toBe(false);
      await published(app, 'auth.user.deleted.v1', { userId: ann.user.id });
      await published(app, 'security.audit.recorded.v1', {
        action: 'user.deleted',
        target: `user:${ann.user.id}`,
        actorId: ann.user.id,
        actorRole: 'customer',
      });
      expect(install.closed.has(ann.user.id)).toBe(true);
    });

    it('prevents calls, refreshes and sign-ins of the deleted user', async () => {
      await deleteOwn().expect(200);
      await waitFor(async () => (await profile()).status === 401);
      await refresh().expect(401);
      const { status, body } = await client.login(ann.user.username, ann.password);
      expect([status, body]).toMatchObject([401, { code: 'INVALID_CREDENTIALS' }]);
    });

    it('refuses remaining tokens even after NATS has lost everything', async () => {
      await deleteOwn().expect(200);
      await app.get(RevocationsService).rebuild();
      await waitFor(async () => (await profile()).status === 401);
    });

    it.each([
      ['by the user', () => deleteOwn()],
      ['by an administrator who uses an uppercase id', () => deleteUser(ann.user.id.toUpperCase())],
    ])('leaves no data that identifies the user: %s', async (_who, deleteThem) => {
      const outboxEmpty = async () =>
        (await app.database.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).length === 0;
      await client.put('/api/user/profile', { first_name: 'Annabel-Lee' }, ann.accessToken);
      await app.mailTo(ann.user.email ?? '');
      await waitFor(outboxEmpty);
      await deleteThem().expect(200);
      await waitFor(outboxEmpty);
      const tables = await app.database.query<{ name: string }>(
        `SELECT quote_ident(table_name) AS name FROM information_schema.tables
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
      );
      const naming: string[] = [];
      for (const { name } of tables) {
        const rows = await app.database.query(
          `SELECT 1 FROM ${name} t WHERE t::text ILIKE '%' || $1 || '%' OR t::text ILIKE '%Annabel-Lee%'`,
          [ann.user.username],
        );
        if (rows.length > 0) naming.push(name);
      }
      expect(naming).toEqual([]);
    });

    it('frees the username and the address', async () => {
      await deleteOwn().expect(200);
      const { username, email } = ann.user;
      expect((await client.register({ username, email })).status).toBe(201);
    });

    it('refuses to delete the last administrator', async () => {
      const { body } = await deleteOwn(admin).expect(409);
      expect(body).toMatchObject({
        code: 'LAST_ADMINISTRATOR',
        message:
          'This is the last administrator, so nothing was changed. Make another user an administrator first.',
      });
      await profile(admin).expect(200);
      expect(install.calls).toEqual([]);
    });

    it('keeps one of two administrators who delete themselves concurrently', async () => {
      await app.database.query('UPDATE user_account SET admin = true WHERE id = $1', [ann.user.id]);
      await app.database.query('UPDATE user_account SET admin = false WHERE id = $1', [
        admin.user.id,
      ]);
      const bob = await client.newUser();
      await app.database.query('UPDATE user_account SET admin = true WHERE id = $1', [bob.user.id]);
      const answers = await Promise.all([deleteOwn(ann), deleteOwn(bob)]);
      await app.database.query('UPDATE user_account SET admin = (id = $1)', [admin.user.id]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('requires a sign-in', async () => {
      await client.delete('/api/user/account').expect(401);
    });
  });

  describe('with installs in progress', () => {
    it.each([
      [1, '1 installation is'],
      [2, '2 installations are'],
    ])(
      'refuses with %s installs in progress and leaves the account unchanged',
      async (active, text) => {
        install.active = active;
        const { body } = await deleteOwn().expect(409);
        expect(body).toMatchObject({
          code: 'ACCOUNT_HAS_ACTIVE_INSTALLS',
          message: `The account was not deleted because ${text} still in progress or under review. Try again later.`,
        });
        expect(install.calls).toEqual(['close', 'reopen']);
        expect(install.closed.has(ann.user.id)).toBe(false);
        expect(await deletions()).toEqual([]);
        // The old access token is refused, but the session still works.
        await refresh().expect(200);
        expect((await client.login(ann.user.username, ann.password)).status).toBe(200);
      },
    );

    it('deletes the account once they have ended', async () => {
      install.active = 1;
      await deleteOwn().expect(409);
      install.active = 0;
      await deleteUser().expect(200);
      expect(await exists()).toBe(false);
    });
  });

  describe('with install unavailable', () => {
    it('changes nothing, reports it, and notifies install later', async () => {
      install.availability = 'away';
      const { body } = await deleteOwn().expect(503);
      expect(body).toMatchObject({
        code: 'UNAVAILABLE',
        message:
          'The account cannot be deleted right now, since its installations cannot be checked. Nothing was deleted. Please try again in a few minutes.',
      });
      await refresh().expect(200);
      expect((await client.login(ann.user.username, ann.password)).status).toBe(200);

      expect(await deletions()).toEqual([{ step: 'reopening' }]);
      install.availability = 'there';
      install.closed.add(ann.user.id);
      await sweepLater();
      expect(install.closed.has(ann.user.id)).toBe(false);
      expect(await deletions()).toEqual([]);
      expect(await exists()).toBe(true);
    });

    it('lets a new attempt replace one that is still being undone', async () => {
      install.availability = 'away';
      await deleteOwn().expect(503);
      install.availability = 'there';
      await deleteUser().expect(200);
      expect(await deletions()).toEqual([]);
    });

    it('refuses sign-ins while it waits', async () => {
      let giveUp = (): void => undefined;
      const held = new Promise<never>((_, reject) => {
        giveUp = () => reject(new Error('no answer'));
      });
      jest
        .spyOn(app.nest.get<ServiceClients>(ServiceClients, { strict: false }), 'closeInstalls')
        .mockReturnValueOnce(held);
      const waiting = deleteUser().then(({ status }) => status);
      await waitFor(async () => (await profile()).status === 401);
      await refresh().expect(401);
      expect((await client.login(ann.user.username, ann.password)).status).toBe(401);
      await deleteUser().expect(409);
      giveUp();
      expect(await waiting).toBe(503);
    });
  });

  describe('while the deletion is pending', () => {
    const revoked = async () => {
      const [session] = await app.database.query<{ revoked_because: string | null }>(
        'SELECT revoked_because FROM session WHERE user_id = $1',
        [ann.user.id],
      );
      return session?.revoked_because;
    };
    const mark = () =>
      app.database.query('UPDATE user_account SET deleting_since = now() WHERE id = $1', [
        ann.user.id,
      ]);

    it('ends the session on a sign-out', async () => {
      await mark();
      await client.postWithCookie('/api/auth/logout', ann.refreshToken).expect(200);
      expect(await revoked()).toBe('signed_out');
    });

    it('ends the session of a reused token', async () => {
      const next = refreshTokenOf(await refresh().expect(200));
      await client.postWithCookie('/api/auth/refresh', next).expect(200);
      await mark();
      await refresh().expect(401);
      expect(await revoked()).toBe('refresh_reused');
    });
  });

  describe('crash between two steps', () => {
    /** Simulates a crash when this method of the saga is called. */
    const dieAt = (object: object, method: string) =>
      jest.spyOn(object as never, method as never).mockImplementationOnce(() => {
        throw new Error('killed');
      });

    it('after marking the account: another process deletes it', async () => {
      const service = app.get(DeletedUsersService);
      dieAt(service, 'advance');
      await deleteUser().expect(500);
      expect(await deletions()).toEqual([{ step: 'closing' }]);
      expect((await client.login(ann.user.username, ann.password)).status).toBe(401);

      expect(await sweep()).toBe(0);
      expect(await sweepLater()).toBe(1);
      expect(await exists()).toBe(false);
      await published(app, 'auth.user.deleted.v1', { userId: ann.user.id });
    });

    it('after closing install: another process erases all or nothing', async () => {
      dieAt(app.get(UsersService), 'erase');
      await deleteUser().expect(500);
      expect(await exists()).toBe(true);
      await sweepLater();
      expect(await exists()).toBe(false);
      expect(install.calls).toEqual(['close', 'close']);
    });

    it('after abandoning the deletion: another process notifies the install service', async () => {
      install.active = 1;
      dieAt(app.get(DeletedUsersService), 'reopen');
      await deleteUser().expect(500);
      expect(install.closed.has(ann.user.id)).toBe(true);
      expect((await client.login(ann.user.username, ann.password)).status).toBe(200);
      await sweepLater();
      expect(install.closed.has(ann.user.id)).toBe(false);
      expect(await exists()).toBe(true);
    });

    it('continues with other deletions if one fails again', async () => {
      const bob = await new Client(app).newUser();
      const service = app.get(DeletedUsersService);
      for (const user of [ann, bob]) {
        dieAt(service, 'advance');
        await deleteUser(user.user.id).expect(500);
      }
      dieAt(service, 'advance');
      expect(await sweepLater()).toBe(2);
      expect([await exists(ann), await exists(bob)]).toEqual([true, false]);
    });

    it('resumes each abandoned deletion once, however many processes sweep', async () => {
      dieAt(app.get(DeletedUsersService), 'advance');
      await deleteUser().expect(500);
      await expireClaims();
      const taken = await Promise.all([sweep(), sweep(), sweep()]);
      expect(taken.sort()).toEqual([0, 0, 1]);
    });
  });

  describe('DELETE /admin/users/{id}', () => {
    it('§6 deletes a user', async () => {
      const { body } = await deleteUser().expect(200);
      expect(body).toMatchObject({ success: true, message: 'User deleted successfully' });
      await published(app, 'security.audit.recorded.v1', {
        action: 'user.deleted',
        target: `user:${ann.user.id}`,
        actorId: admin.user.id,
        actorRole: 'administrator',
      });
    });

    it('runs once when two requests arrive concurrently', async () => {
      const statuses = (await Promise.all([deleteUser(), deleteUser()])).map(
        ({ status }) => status,
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      await deleteUser().expect(404);
      const events = await waitFor(async () => {
        const all = await app.nats.events('auth.user.deleted.v1');
        const matchingEvents = all.filter(({ payload }) => payload.userId === ann.user.id);
        return matchingEvents.length > 0 && matchingEvents;
      });
      expect(events).toHaveLength(1);
    });

    it('refuses to delete the caller', async () => {
      await app.database.query('UPDATE user_account SET admin = true WHERE id = $1', [ann.user.id]);
      const { body } = await deleteUser(admin.user.id).expect(409);
      await app.database.query('UPDATE user_account SET admin = false WHERE id = $1', [
        ann.user.id,
      ]);
      expect(body).toMatchObject({
        code: 'OWN_ACCOUNT',
        message:
          'This is your own account, so nothing was changed. Another administrator can do this.',
      });
    });

    it("recognizes the caller's own id in any spelling", async () => {
      const { body } = await deleteUser(admin.user.id.toUpperCase()).expect(409);
      expect(body).toMatchObject({ code: 'LAST_ADMINISTRATOR' });
      await profile(admin).expect(200);
    });

    it('responds with 404 for an unknown user', async () => {
      const { body } = await deleteUser('01a1fd9f-0000-7000-8000-000000000000').expect(404);
      expect(body).toMatchObject({ code: 'NOT_FOUND' });
      await deleteUser('x').expect(400);
    });

    it('§6 requires an administrator', async () => {
      await deleteUser(admin.user.id, ann).expect(403);
      await client.delete(`/api/admin/users/${ann.user.id}`).expect(401);
    });
  });
});
