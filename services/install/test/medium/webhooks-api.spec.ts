import { ApiKeyDirectory } from '@casement/common/platform/api-keys/api-key-directory.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { recordRevocation } from '@casement/common/platform/auth/access-revocations.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { TestApiKeys } from '@casement/common/testing/test-api-keys.js';
import {
  MAX_WEBHOOKS,
  type WebhookWithSecret,
} from '@casement/proto/http/install/webhooks/webhooks.js';
import { DeletedUsersService } from '../../src/deleted-users/deleted-users.service.js';
import { installApp } from '../factories/install-app.js';

const REQUEST = { url: 'https://panel.example/hooks', events: ['install.completed'] };

describe('/user/webhooks', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  const keys = new TestApiKeys();
  beforeAll(async () => {
    app = await installApp({ override: [[ApiKeyDirectory, keys]] });
  });
  afterAll(() => app.close());

  const as = (userId: string) => {
    const call = (method: 'get' | 'post' | 'put' | 'delete', path = '') =>
      app.http[method](`/api/user/webhooks${path}`).set(app.as({ userId }));
    const create = async (body: object = REQUEST) =>
      (await call('post').send(body).expect(201)).body.data as WebhookWithSecret;
    return { call, create };
  };

  const confirmedLater = (userId: string) => app.as({ userId, confirmedSecondsAgo: -1 });

  it('shows the secret only on creation and rotation and stores it sealed', async () => {
    const { call, create } = as(newId());
    const { secret, ...webhook } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.any(String),
      ...REQUEST,
      paused: null,
      failing_since: null,
      previous_secret_until: null,
      created_at: expect.any(String),
    });
    const rotated = (await call('post', `/${webhook.id}/secret`).expect(200)).body.data;
    expect(Date.parse(rotated.previous_secret_until)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    for (const path of ['', `/${webhook.id}`]) {
      const { text } = await call('get', path).expect(200);
      expect(text).toContain(webhook.id);
      expect(text).not.toContain('whsec_');
    }
    const tables = await app
      .get(Database)
      .query(
        `SELECT e::text, (SELECT json_agg(o) FROM outbox o)::text AS events FROM webhook_endpoint e`,
      );
    for (const one of [secret, rotated.secret as string]) {
      expect(JSON.stringify(tables)).not.toContain(one.slice('whsec_'.length));
    }
    expect(JSON.stringify(tables)).toContain('webhook.secret_rotated');
  });

  describe('access that was revoked', () => {
    const paused = async ({ call }: ReturnType<typeof as>) =>
      ((await call('get').expect(200)).body.data as WebhookWithSecret[]).map(
        ({ paused }) => paused?.reason ?? null,
      );

    it('pauses all webhooks of the user until they are resumed', async () => {
      const [userId, otherId] = [newId(), newId()];
      const [ann, bob] = [as(userId), as(otherId)];
      const { id } = await ann.create();
      await ann.create();
      await bob.create();
      await app.nats.publish('auth.access.revoked.v1', { userId });
      await waitFor(async () => (await paused(ann)).every((reason) => reason === 'owner'));
      expect(await paused(bob)).toEqual([null]);
      await ann.call('post', `/${id}/resume`).set(confirmedLater(userId)).expect(200);
      expect((await paused(ann)).sort()).toEqual([null, 'owner']);
    });

    it('refuses a request that passed the guard before, and accepts a later confirmation', async () => {
      const userId = newId();
      const { call, create } = as(userId);
      const { id } = await create();
      await app.nats.publish('auth.access.revoked.v1', { userId });
      await waitFor(async () => (await paused(as(userId)))[0] === 'owner');
      const earlier = app.as({ userId, confirmedSecondsAgo: 1 });
      for (const path of ['', `/${id}/resume`]) {
        const refused = await call('post', path).set(earlier).send(REQUEST).expect(403);
        expect(refused.body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
      }
      expect(await paused(as(userId))).toEqual(['owner']);
      await call('post').set(confirmedLater(userId)).send(REQUEST).expect(201);
    });

    it('refuses API keys created before, and accepts later ones', async () => {
      const { key, userId } = keys.add(['webhooks']);
      const call = (bearer: string, path = '') =>
        app.http
          .post(`/api/user/webhooks${path}`)
          .set('authorization', `Bearer ${bearer}`)
          .send(REQUEST);
      const { id } = (await call(key).expect(201)).body.data as WebhookWithSecret;
      await app.nats.publish('auth.access.revoked.v1', { userId });
      await waitFor(async () => (await paused(as(userId)))[0] === 'owner');
      for (const path of ['', `/${id}/resume`]) {
        expect((await call(key, path).expect(401)).body.code).toBe('API_KEY_INVALID');
      }
      const { key: later } = keys.add(['webhooks'], { userId });
      await call(later, `/${id}/resume`).expect(200);
      await call(later).expect(201);
    });

    it('pauses a webhook whose creation is committed while the revocation waits', async () => {
      const userId = newId();
      const db = app.get(Database);
      const blocked = async (count: number) =>
        (
          await db.query(
            `SELECT 1 FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).length >= count;
      const created = await db.transaction(async (tx) => {
        await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks:' || $1, 0))`, [
          userId,
        ]);
        const creation = as(userId)
          .create()
          .then(({ id }) => id);
        await waitFor(() => blocked(1));
        await app.nats.publish('auth.access.revoked.v1', { userId });
        await waitFor(() => blocked(2));
        return { creation };
      });
      const id = await created.creation;
      await waitFor(async () => (await paused(as(userId)))[0] === 'owner');
      expect((await as(userId).call('get', `/${id}`).expect(200)).body.data.paused.reason).toBe(
        'owner',
      );
    });

    it('stores one revocation per user for at most a day', async () => {
      const db = app.get(Database);
      const [userId, deleted] = [newId(), newId()];
      const stored = async (id: string) =>
        (await db.query('SELECT 1 FROM access_revocation WHERE user_id = $1', [id])).length;
      for (const id of [userId, userId, deleted]) {
        await db.transaction((tx) => recordRevocation(tx, id));
      }
      await app.get(DeletedUsersService).erase(deleted);
      await app.get(Jobs).runNow('webhooks.erase');
      expect([await stored(userId), await stored(deleted)]).toEqual([1, 0]);
      await db.query(
        `UPDATE access_revocation SET revoked_at = now() - interval '25 hours' WHERE user_id = $1`,
        [userId],
      );
      await app.get(Jobs).runNow('webhooks.erase');
      expect(await stored(userId)).toBe(0);
    });
  });

  it('announces a new webhook and a new address, not a change of its events', async () => {
    const userId = newId();
    const { call, create } = as(userId);
    const { id } = await create();
    await call('put', `/${id}`)
      .send({ ...REQUEST, events: ['install.failed'] })
      .expect(200);
    await call('put', `/${id}`)
      .send({ ...REQUEST, url: 'https://other.example/x' })
      .expect(200);
    const events = await waitFor(async () => {
      const all = await app.nats.events('install.webhook.created.v1');
      const matchingEvents = all.filter(({ payload }) => payload.userId === userId);
      return matchingEvents.length === 2 && matchingEvents.map(({ payload }) => payload);
    });
    expect(events).toEqual([
      { webhookId: id, userId, host: 'panel.example' },
      { webhookId: id, userId, host: 'other.example' },
    ]);
  });

  it('needs a recent password or code to create, change or resume, and none to pause or delete', async () => {
    const userId = newId();
    const { id } = await as(userId).create();
    const old = app.as({ userId, confirmedSecondsAgo: 301 });
    const call = (method: 'post' | 'put' | 'delete', path = '') =>
      app.http[method](`/api/user/webhooks${path}`).set(old).send(REQUEST);
    for (const refused of [
      call('post'),
      call('put', `/${id}`),
      call('post', `/${id}/secret`),
      call('post', `/${id}/resume`),
    ]) {
      expect((await refused.expect(403)).body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    }
    await call('post', `/${id}/pause`).expect(200);
    await call('delete', `/${id}`).expect(200);
  });

  it('changes, pauses, resumes and deletes a webhook', async () => {
    const { call, create } = as(newId());
    const { id } = await create();
    const url = 'https://panel.example:8443/other?a=1';
    const changed = await call('put', `/${id}`)
      .send({ url, events: ['topup.paid', 'quota.low', 'topup.paid'] })
      .expect(200);
    expect(changed.body.data).toMatchObject({ url, events: ['topup.paid', 'quota.low'] });
    expect((await call('post', `/${id}/pause`).expect(200)).body.data.paused.reason).toBe('owner');
    expect((await call('post', `/${id}/test`).expect(409)).body.code).toBe('WEBHOOK_PAUSED');
    expect((await call('post', `/${id}/resume`).expect(200)).body.data.paused).toBeNull();
    await call('delete', `/${id}`).expect(200);
    await call('delete', `/${id}`).expect(404);
    expect((await call('get').expect(200)).body.data).toEqual([]);
  });

  it("returns 404 for another user's webhook on every route", async () => {
    const owner = as(newId());
    const { id } = await owner.create();
    await owner.call('post', `/${id}/test`).expect(202);
    const [{ id: delivery }] = (await owner.call('get', `/${id}/deliveries`).expect(200)).body
      .data as { id: string }[];
    const stranger = as(newId());
    const { id: own } = await stranger.create();
    const calls = [
      stranger.call('get', `/${id}`),
      stranger.call('put', `/${id}`).send(REQUEST),
      stranger.call('delete', `/${id}`),
      stranger.call('post', `/${id}/pause`),
      stranger.call('post', `/${id}/resume`),
      stranger.call('post', `/${id}/secret`),
      stranger.call('post', `/${id}/test`),
      stranger.call('get', `/${id}/deliveries`),
      stranger.call('get', `/${id}/deliveries/${delivery}`),
      stranger.call('post', `/${id}/deliveries/${delivery}/replay`),
      // Uses the path of the caller's own webhook.
      stranger.call('get', `/${own}/deliveries/${delivery}`),
      stranger.call('post', `/${own}/deliveries/${delivery}/replay`),
    ];
    for (const call of calls) expect((await call.expect(404)).body.code).toBe('NOT_FOUND');
    const list = (await stranger.call('get').expect(200)).body.data as { id: string }[];
    expect(list.map((one) => one.id)).toEqual([own]);
  });

  it(`allows at most ${MAX_WEBHOOKS} of a user, however many are made at once`, async () => {
    const { call } = as(newId());
    const answers = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + 3 }, () => call('post').send(REQUEST)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_WEBHOOKS);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_WEBHOOKS');
  });

  it('refuses the 61st change in a row, even of another webhook, but still allows pausing and deleting', async () => {
    const { call, create } = as(newId());
    const { id: first } = await create();
    for (let n = 0; n < 58; n++) await call('put', `/${first}`).send(REQUEST).expect(200);
    await call('delete', `/${first}`).expect(200);
    const { id } = await create();
    expect((await call('put', `/${id}`).send(REQUEST).expect(429)).body.code).toBe('RATE_LIMITED');
    await call('post', `/${id}/secret`).expect(429);
    await call('post', `/${id}/pause`).expect(200);
    await call('post', `/${id}/resume`).expect(429);
    await call('delete', `/${id}`).expect(200);
    await call('post').send(REQUEST).expect(429);
  });

  it.each([
    ['ftp://panel.example/'],
    ['https://user:password@panel.example/'],
    ['https://panel.example/#here'],
    ['https://panel.example:22/'],
    ['panel.example'],
    [`https://panel.example/${'x'.repeat(500)}`],
  ])('rejects the URL %s', async (url) => {
    const { body } = await as(newId())
      .call('post')
      .send({ ...REQUEST, url })
      .expect(400);
    expect(body.details[0].path).toBe('url');
  });

  it('rejects an empty event list and an unknown event', async () => {
    for (const events of [[], ['install.unknown']]) {
      const { body } = await as(newId())
        .call('post')
        .send({ ...REQUEST, events })
        .expect(400);
      expect(body.details[0].message).toBe('Choose at least one event');
    }
  });

  it('limits tests and replays to five a minute per user, also on a new webhook', async () => {
    const { call, create } = as(newId());
    const { id } = await create();
    const { id: other } = await create();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => call('post', `/${n % 2 ? id : other}/test`)),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status === 429);
    expect([accepted.length, refused.length]).toEqual([5, 7]);
    expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(12);

    const [delivery] = (await call('get', `/${id}/deliveries`).expect(200)).body.data as {
      id: string;
    }[];
    await app
      .get(Database)
      .query(`UPDATE webhook_delivery SET status = 'delivered' WHERE id = $1`, [delivery.id]);
    const replay = () => call('post', `/${id}/deliveries/${delivery.id}/replay`);
    expect((await replay().expect(429)).body.code).toBe('RATE_LIMITED');
    await call('delete', `/${other}`).expect(200);
    const { id: fresh } = await create();
    await call('post', `/${fresh}/test`).expect(429);
    const stranger = as(newId());
    await stranger.call('post', `/${(await stranger.create()).id}/test`).expect(202);
  });

  it('accepts API keys with the permission webhooks', async () => {
    const { key, userId } = keys.add(['webhooks']);
    const { key: other } = keys.add(['installs:write']);
    const call = (bearer: string) =>
      app.http.post('/api/user/webhooks').set('authorization', `Bearer ${bearer}`).send(REQUEST);
    const { id } = (await call(key).expect(201)).body.data as WebhookWithSecret;
    expect((await as(userId).call('get', `/${id}`).expect(200)).body.data.id).toBe(id);
    expect((await call(other).expect(403)).body.code).toBe('API_KEY_NOT_ALLOWED');
  });

  it('erases webhooks with their user and creates none while the account is being deleted', async () => {
    const userId = newId();
    const { call, create } = as(userId);
    const { id } = await create();
    await call('post', `/${id}/test`).expect(202);
    await app.get(DeletedUsersService).close(userId, newId());
    expect((await call('post').send(REQUEST).expect(409)).body.code).toBe('ACCOUNT_CLOSED');
    await app.get(DeletedUsersService).erase(userId);
    expect((await call('get').expect(200)).body.data).toEqual([]);
    const left = await app
      .get(Database)
      .query('SELECT id FROM webhook_delivery WHERE endpoint_id = $1', [id]);
    expect(left).toEqual([]);
  });
});
