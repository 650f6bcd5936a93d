import { hashApiKey } from '@casement/common/platform/api-keys/api-key.js';
import { grpcClient, type GrpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { AuthService } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import type { AdminUser, UserActionResponse } from '@casement/proto/http/auth/users.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';
import { published } from '../support/events.js';

describe('actions on users', () => {
  let app: AuthApp;
  let inside: GrpcClient<AuthService>;
  let client: Client;
  let admin: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
    inside = grpcClient('auth', { url: app.grpcUrl, deadlineMs: 60_000 });
    client = new Client(app);
  });
  afterAll(async () => {
    inside.close();
    await app.close();
  });
  beforeEach(async () => {
    await app.database.query(`DELETE FROM user_account WHERE username <> 'admin'`);
    await app.database.query(`UPDATE user_account SET suspended_at = NULL, admin = true`);
    admin = await client.administrator();
  });

  const act = (action: string, users: { id: string }[], more: object = {}, by = admin) =>
    client.post(
      '/api/admin/users/actions',
      { action, ids: users.map(({ id }) => id), reason: 'Chargeback', ...more },
      by.accessToken,
    );
  const outcomes = ({ body }: { body: unknown }) =>
    (body as { data: UserActionResponse }).data.map(({ outcome }) => outcome);
  const one = async (id: string) => {
    const { body } = await client.get(`/api/admin/users/${id}`, admin.accessToken).expect(200);
    return (body as { data: AdminUser }).data;
  };
  /** Looks up a key like a service that was called with it. */
  const find = async (key: string) =>
    (await inside.FindApiKey({ keyHash: hashApiKey(key), address: '198.51.100.20' })).key;
  const newKey = async ({ accessToken }: SignedInUser) => {
    const { body } = await client
      .post(
        '/api/user/api-keys',
        { name: 'ci', scopes: ['quota:read'], networks: [], expires_in_days: null },
        accessToken,
      )
      .expect(201);
    return (body as { data: { key: string } }).data.key;
  };
  const promoted = async () => {
    const user = await client.newUser();
    await app.database.query('UPDATE user_account SET admin = true WHERE id = $1', [user.user.id]);
    return client.again(user);
  };

  it('suspend refuses tokens, refreshes, sign-ins and API keys, and lifting restores them', async () => {
    const ann = await client.newUser();
    const key = await newKey(ann);
    expect(await find(key)).toBeDefined();
    expect(outcomes(await act('suspend', [ann.user]).expect(200))).toEqual(['changes']);
    expect(await one(ann.user.id)).toMatchObject({
      suspended_at: expect.any(String),
      suspended_reason: 'Chargeback',
    });
    await waitFor(async () => {
      const { status } = await client.get('/api/user/profile', ann.accessToken);
      return status === 401;
    });
    await client.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(401);
    const refused = await client.login(ann.user.username, ann.password);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    expect(await find(key)).toBeUndefined();

    await act('unsuspend', [ann.user]).expect(200);
    await client.again(ann);
    expect(await find(key)).toBeDefined();
    expect(await one(ann.user.id)).toMatchObject({ suspended_at: null, suspended_reason: null });
  });

  it('suspend stays hidden from callers with a wrong password', async () => {
    const ann = await client.newUser();
    await act('suspend', [ann.user]).expect(200);
    const { status, body } = await client.login(ann.user.username, 'Wrong-password1!');
    expect({ status, code: (body as { code: string }).code }).toEqual({
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
  });

  it('suspend never stops oneself, and each other only once', async () => {
    const bob = await promoted();
    expect(outcomes(await act('suspend', [admin.user, bob.user], { preview: true }))).toEqual([
      'own_account',
      'changes',
    ]);
    const answers = await Promise.all([
      act('suspend', [bob.user]),
      act('suspend', [admin.user], {}, bob),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('suspended administrators do not count when the last one is protected', async () => {
    const bob = await promoted();
    await act('suspend', [bob.user]).expect(200);
    const { body } = await client
      .put(`/api/admin/users/${admin.user.id}`, { admin: 0 }, admin.accessToken)
      .expect(409);
    expect(body).toMatchObject({ code: 'LAST_ADMINISTRATOR' });
  });

  it('preview leaves the account unchanged', async () => {
    const ann = await client.newUser();
    const answer = await act('suspend', [ann.user], { preview: true, reason: '' }).expect(200);
    expect(outcomes(answer)).toEqual(['changes']);
    await client.get('/api/user/profile', ann.accessToken).expect(200);
  });

  it('sign_out ends every session and leaves the password', async () => {
    const ann = await client.newUser();
    await act('sign_out', [ann.user]).expect(200);
    await client.postWithCookie('/api/auth/refresh', ann.refreshToken).expect(401);
    expect(outcomes(await act('sign_out', [ann.user]))).toEqual(['unchanged']);
    await client.again(ann);
  });

  it('resend_verification sends a code unless the address is verified', async () => {
    const ann = await client.newUser();
    expect(outcomes(await act('resend_verification', [ann.user]))).toEqual(['changes']);
    await app.database.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [
      ann.user.id,
    ]);
    expect(outcomes(await act('resend_verification', [ann.user]))).toEqual(['unchanged']);
  });

  it('are audited per user that changed', async () => {
    const ann = await client.newUser();
    const { body } = await act('suspend', [ann.user, admin.user]).expect(200);
    expect(outcomes({ body })).toEqual(['changes', 'own_account']);
    await published(app, 'security.audit.recorded.v1', {
      action: 'user.suspended',
      target: `user:${ann.user.id}`,
    });
    const events = await app.nats.events('security.audit.recorded.v1');
    expect(
      events.filter(
        ({ payload: { action, actorId, target } }) =>
          action === 'user.suspended' &&
          actorId === admin.user.id &&
          target === `user:${admin.user.id}`,
      ),
    ).toEqual([]);
  });

  it('suspend publishes one event per user that changed', async () => {
    const ann = await client.newUser();
    await act('suspend', [ann.user], { preview: true }).expect(200);
    await act('suspend', [ann.user]).expect(200);
    await act('suspend', [ann.user]).expect(200);
    await act('unsuspend', [ann.user]).expect(200);
    const bob = await client.newUser();
    await act('suspend', [bob.user]).expect(200);
    await published(app, 'auth.user.suspended.v1', { userId: bob.user.id });
    const events = await app.nats.events('auth.user.suspended.v1');
    const ids = events.map(({ payload }) => payload.userId);
    expect(ids.filter((id) => id === ann.user.id)).toHaveLength(1);
  });

  it('notes are kept for administrators and hidden from the user', async () => {
    const ann = await client.newUser();
    const path = `/api/admin/users/${ann.user.id}/note`;
    await client.put(path, { note: 'Pays by invoice' }, admin.accessToken).expect(200);
    expect(await one(ann.user.id)).toMatchObject({ note: 'Pays by invoice' });
    const { text } = await client.get('/api/user/profile', ann.accessToken).expect(200);
    expect(text).not.toContain('Pays by invoice');
    await client.put(path, { note: 'x' }, ann.accessToken).expect(403);
  });

  it.each([
    ['an action that does not exist', { action: 'delete' }],
    ['no user', { ids: [] }],
    ['a suspension without a reason', { reason: ' ' }],
  ])('reject %s', async (_, change) => {
    const ann = await client.newUser();
    await act('suspend', [ann.user], change).expect(400);
    await act('suspend', [ann.user], {}, ann).expect(403);
  });
});
