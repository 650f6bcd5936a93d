import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { lockUser } from '@casement/common/data/database/user-lock.js';
import { grpcClient, type GrpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { InstallService } from '@casement/proto/gen/casement/install/v1/install_service.js';
import { DeletedUsersService } from '../../src/deleted-users/deleted-users.service.js';
import { aRequest, installApp } from '../factories/install-app.js';

type App = Awaited<ReturnType<typeof installApp>>;

describe('user deletion', () => {
  let app: App;
  let install: GrpcClient<InstallService>;
  let userId: string;

  beforeAll(async () => {
    app = await installApp();
    install = grpcClient('install', {
      url: app.grpcUrl,
      deadlineMs: 60_000,
    });
  });
  afterAll(async () => {
    install.close();
    await app.close();
  });
  beforeEach(async () => {
    userId = newId();
    app.quota.left = 1;
    await app.database.query('DELETE FROM install');
  });

  const request = (ip = '127.0.0.10', user = userId) =>
    app.http
      .post('/api/user/install')
      .set(app.as({ userId: user }))
      .send(aRequest({ ip }));
  const end = (status: string) =>
    app.database.query(
      `UPDATE install SET status = $1, vps_password = NULL, agent_token_hash = NULL, finished_at = now()`,
      [status],
    );
  const rowsOf = (user: string) =>
    app.get(Database).query('SELECT id FROM install WHERE user_id = $1', [user]);

  describe('CloseUser', () => {
    it('refuses new installs with a message and charges no quota', async () => {
      expect(await install.CloseUser({ userId, deletionId: newId() })).toEqual({ active: 0 });
      const { body } = await request().expect(409);
      expect(body).toMatchObject({
        code: 'ACCOUNT_CLOSED',
        message:
          'This account is being deleted, so no new installation can begin. Nothing was started and no quota was used.',
      });
      expect(app.quota.left).toBe(1);
      expect(await rowsOf(userId)).toEqual([]);
    });

    it('waits for a request in progress, regardless of the spelling of the id', async () => {
      const closing = await app.get(Database).transaction(async (tx) => {
        await lockUser(tx, userId, 'shared');
        const answer = install.CloseUser({ userId: userId.toUpperCase(), deletionId: newId() });
        await waitFor(async () => {
          const waiting = await app.database.query(
            `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
          );
          return waiting.length > 0;
        });
        return { answer };
      });
      expect(await closing.answer).toEqual({ active: 0 });
      await request().expect(409);
    });

    it('does not affect other users', async () => {
      await install.CloseUser({ userId: newId(), deletionId: newId() });
      await request().expect(200);
    });

    it.each(['reserving', 'pending', 'preparing', 'running', 'manual_review'])(
      'counts a %s install',
      async (status) => {
        await request().expect(200);
        await app.database.query('UPDATE install SET status = $1', [status]);
        expect(await install.CloseUser({ userId, deletionId: newId() })).toEqual({ active: 1 });
      },
    );

    it.each(['completed', 'failed'])('does not count a %s install', async (status) => {
      await request().expect(200);
      await end(status);
      expect(await install.CloseUser({ userId, deletionId: newId() })).toEqual({ active: 0 });
    });

    it('returns the same response when repeated after a lost response', async () => {
      const deletionId = newId();
      await install.CloseUser({ userId, deletionId });
      expect(await install.CloseUser({ userId, deletionId })).toEqual({ active: 0 });
    });

    it('either includes a concurrent request in the active installs or refuses it', async () => {
      app.quota.left = 20;
      for (let round = 0; round < 20; round++) {
        const user = newId();
        const ip = `8.8.2.${round}`;
        const [answer, { active }] = await Promise.all([
          request(ip, user),
          install.CloseUser({ userId: user, deletionId: newId() }),
        ]);
        expect([answer.status, active]).toEqual(answer.status === 200 ? [200, 1] : [409, 0]);
      }
    });
  });

  describe('ReopenUser', () => {
    it('allows installs again', async () => {
      const deletionId = newId();
      await install.CloseUser({ userId, deletionId });
      expect(await install.ReopenUser({ userId, deletionId })).toEqual({ open: true });
      await request().expect(200);
    });

    it('rejects a late CloseUser of the same attempt', async () => {
      const deletionId = newId();
      await install.ReopenUser({ userId, deletionId });
      await expect(install.CloseUser({ userId, deletionId })).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      await request().expect(200);
    });

    it('does not undo a newer attempt', async () => {
      const [older, newer] = [newId(), newId()];
      await install.CloseUser({ userId, deletionId: older });
      await install.CloseUser({ userId, deletionId: newer });
      expect(await install.ReopenUser({ userId, deletionId: older })).toEqual({ open: false });
      await request().expect(409);
    });
  });

  it.each([{ userId: 'nobody' }, { deletionId: 'x' }])('rejects %j', async (wrong) => {
    const call = install.CloseUser({ userId, deletionId: newId(), ...wrong });
    await expect(call).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  describe('auth.user.deleted.v1', () => {
    it('erases only the installs of that user', async () => {
      app.quota.left = 2;
      const bob = newId();
      await request('8.8.3.1').expect(200);
      await request('8.8.3.2', bob).expect(200);
      await end('completed');
      await waitFor(
        async () =>
          (await app.database.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).length ===
          0,
      );
      await app.nats.publish('auth.user.deleted.v1', { userId });

      await waitFor(async () => (await rowsOf(userId)).length === 0);
      expect(await rowsOf(bob)).toHaveLength(1);
      const [{ left }] = await app.database.query<{ left: string }>(
        `SELECT (SELECT coalesce(string_agg(i::text, ''), '') FROM install i)
             || (SELECT coalesce(string_agg(o::text, ''), '') FROM outbox o) AS left`,
      );
      expect(left).not.toContain('8.8.3.1');
      expect(left).toContain('8.8.3.2');
      await request('8.8.3.3').expect(409);
    });

    it('has no effect when delivered twice', async () => {
      const service = app.get(DeletedUsersService);
      await service.erase(userId);
      await service.erase(userId);
      expect(await rowsOf(userId)).toEqual([]);
    });

    it('never deletes an install that a worker is processing', async () => {
      await request().expect(200);
      await expect(app.get(DeletedUsersService).erase(userId)).rejects.toThrow('in progress');
      expect(await rowsOf(userId)).toHaveLength(1);
    });
  });
});
