import { Webhook } from 'standardwebhooks';
import { ApiKeyDirectory } from '@casement/common/platform/api-keys/api-key-directory.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { TestApiKeys } from '@casement/common/testing/test-api-keys.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { WebhookListenersRepository } from '../../src/webhooks/listening/webhook-listeners.repository.js';
import { EventReader } from '../factories/event-reader.js';
import { installApp } from '../factories/install-app.js';
import { limitStatements } from '../factories/limit-statements.js';

const PATH = '/api/user/webhook-listener/events';

describe('webhook listeners', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let db: Database;
  const keys = new TestApiKeys();
  const readers: EventReader[] = [];

  beforeAll(async () => {
    app = await installApp({ override: [[ApiKeyDirectory, keys]] });
    db = app.get(Database);
  });
  afterAll(() => app.close());
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });

  const ask = async (headers: Record<string, string>, query = '', { url } = app) => {
    const reader = await EventReader.open(`${url}${PATH}${query}`, headers);
    readers.push(reader);
    return reader;
  };
  const listen = async (userId: string, query = '', replica = app) => {
    const reader = await ask(app.as({ userId }), query, replica);
    const { data } = await reader.find(({ event }) => event === 'listening');
    return { reader, userId, id: data['id'] as string, secret: data['secret'] as string };
  };
  const pay = (userId: string, id = newId()) =>
    app.nats.publish(
      'billing.topup.paid.v1',
      { topupId: newId(), userId, reference: 'T1', quantity: 5, finalAmount: 225_000 },
      { id },
    );
  const idsOf = ({ events }: EventReader) =>
    events.flatMap(({ event, id }) => (event === 'webhook' ? [id] : []));
  const sweep = () => app.get(Jobs).runNow('webhook-listeners.sweep');
  const countOf = async (userId: string) =>
    (await db.query(`SELECT 1 FROM webhook_endpoint WHERE user_id = $1`, [userId])).length;

  it('receive only their user’s events, signed with a separate secret', async () => {
    const [userId, other] = [newId(), newId()];
    const { reader, secret } = await listen(userId);
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const id = newId();
    await pay(other);
    await pay(userId, id);
    const { data } = await reader.find(({ event }) => event === 'webhook');
    const { body, headers } = data as { body: string; headers: Record<string, string> };
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'topup.paid',
      data: { reference: 'T1', quantity: 5 },
    });
    expect(headers['webhook-id']).toBe(id);
    expect(idsOf(reader)).toEqual([id]);
    const [row] = await db.query('SELECT secret FROM webhook_endpoint WHERE user_id = $1', [
      userId,
    ]);
    expect(row.secret).not.toContain(secret.slice('whsec_'.length));
  });

  it('resume after an interruption with missed and in-flight deliveries', async () => {
    const userId = newId();
    const first = await listen(userId);
    const [before, meanwhile] = [newId(), newId()];
    await pay(userId, before);
    await first.reader.find(({ id }) => id === before);
    first.reader.close();
    await pay(userId, meanwhile);
    const second = await listen(userId, `?listener=${first.id}`);
    expect([second.id, second.secret]).toEqual([first.id, first.secret]);
    await second.reader.find(({ id }) => id === meanwhile);
    expect(idsOf(second.reader)).toEqual([before, meanwhile]);
    expect(await countOf(userId)).toBe(1);
  });

  it('have one stream each, and resuming ends the previous one, even concurrently', async () => {
    const userId = newId();
    const first = await listen(userId);
    const again = await Promise.all(
      Array.from({ length: 8 }, () => ask(app.as({ userId }), `?listener=${first.id}`)),
    );
    expect(new Set(again.map(({ response }) => response.status))).toEqual(new Set([200]));
    await first.reader.end();
    const open = () => again.filter(({ ended }) => !ended);
    await waitFor(() => open().length === 1);
    const id = newId();
    await pay(userId, id);
    await open()[0].find((event) => event.id === id);
  });

  it('end the old stream without sending to it when resumed through another replica', async () => {
    const { nats, database, tokens } = app;
    const other = await installApp({ nats, database, tokens });
    const userId = newId();
    const left = await listen(userId);
    const resumed = await listen(userId, `?listener=${left.id}`, other);
    // The replica with the old stream polls first.
    const findLate = jest.spyOn(other.get(WebhookListenersRepository), 'findWaiting');
    findLate.mockResolvedValue([]);
    const ids = Array.from({ length: 20 }, () => newId());
    for (const id of ids) await pay(userId, id);
    const written = `SELECT 1 FROM webhook_delivery WHERE endpoint_id = $1`;
    await waitFor(async () => (await db.query(written, [left.id])).length === ids.length);
    await app.get(Jobs).runNow('webhook-listeners.feed');
    findLate.mockRestore();
    await waitFor(() => idsOf(resumed.reader).length === ids.length);
    expect(new Set(idsOf(resumed.reader))).toEqual(new Set(ids));
    await waitFor(() => left.reader.ended);
    expect(idsOf(left.reader)).toEqual([]);
    expect(resumed.reader.ended).toBe(false);
    resumed.reader.close();
    await other.close();
  });

  it('are not listed, found, changed or counted as webhooks', async () => {
    const userId = newId();
    const { id } = await listen(userId);
    const call = (method: 'get' | 'delete' | 'post', path = '') =>
      app.http[method](`/api/user/webhooks${path}`).set(app.as({ userId }));
    expect((await call('get').expect(200)).body.data).toEqual([]);
    await call('get', `/${id}`).expect(404);
    await call('delete', `/${id}`).expect(404);
    await call('post', `/${id}/resume`).expect(404);
  });

  it('return 404 for another user’s listener and after a minute of absence', async () => {
    const [userId, other] = [newId(), newId()];
    const { id } = await listen(userId);
    const foreign = await ask(app.as({ userId: other }), `?listener=${id}`);
    expect(foreign.response.status).toBe(404);
    await db.query(`UPDATE webhook_endpoint SET listening_until = now() WHERE id = $1`, [id]);
    expect((await ask(app.as({ userId }), `?listener=${id}`)).response.status).toBe(404);
    expect((await ask(app.as({ userId }), '?listener=x')).response.status).toBe(400);
    await sweep();
    expect(await countOf(userId)).toBe(0);
  });

  describe('when silent', () => {
    /** Creates a listener that is no longer connected, with this number of messages. */
    const silent = async (messages: number) => {
      const [userId, id] = [newId(), newId()];
      await app
        .get(WebhookListenersRepository)
        .insert(db.manager, { id, userId, secret: 'sealed' });
      await db.query(
        `INSERT INTO webhook_delivery (id, endpoint_id, event_id, event, payload)
         SELECT gen_random_uuid(), $1, gen_random_uuid(), 'topup.paid', '{}' FROM generate_series(1, $2)`,
        [id, messages],
      );
      await db.query(
        `UPDATE webhook_endpoint SET listening_until = now() - interval '1 second' WHERE id = $1`,
        [id],
      );
      return { userId, id };
    };
    const messagesOf = async (id: string) =>
      (await db.query(`SELECT 1 FROM webhook_delivery WHERE endpoint_id = $1`, [id])).length;

    it('are deleted in batches with all their deliveries, without affecting others', async () => {
      const other = await listen(newId());
      await pay(other.userId);
      await waitFor(async () => (await messagesOf(other.id)) === 1);
      const { userId, id } = await silent(2_500);
      const unlimited = await limitStatements(app.database, 'DELETE', 'webhook_delivery');
      await sweep();
      await unlimited();
      expect([await countOf(userId), await messagesOf(id)]).toEqual([0, 0]);
      expect([await countOf(other.userId), await messagesOf(other.id)]).toEqual([1, 1]);
    });

    it('are deleted even if another listener cannot be deleted, which is left to the next run', async () => {
      const [stuck, empty] = [await silent(1), await silent(0)];
      const unlimited = await limitStatements(app.database, 'DELETE', 'webhook_delivery', 0);
      await expect(sweep()).rejects.toThrow('1 deletions failed');
      await unlimited();
      expect([await countOf(stuck.userId), await messagesOf(stuck.id)]).toEqual([1, 1]);
      expect(await countOf(empty.userId)).toBe(0);
      await sweep();
      expect(await countOf(stuck.userId)).toBe(0);
    });
  });

  it('are limited to five per user, even for concurrent requests', async () => {
    const userId = newId();
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask(app.as({ userId }))));
    const statuses = asked.map(({ response }) => response.status).sort();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  it('accept API keys with the permission webhooks and end when the session is revoked', async () => {
    const { key, userId } = keys.add(['webhooks']);
    const { key: lacking } = keys.add(['installs:read']);
    expect((await ask({ authorization: `Bearer ${lacking}` })).response.status).toBe(403);
    expect((await ask({})).response.status).toBe(401);
    const reader = await ask({ authorization: `Bearer ${key}` });
    await pay(userId);
    await reader.find(({ event }) => event === 'webhook');
    const revoked = jest.spyOn(app.get(EdgeState), 'isRevoked').mockReturnValue(true);
    await reader.end();
    revoked.mockRestore();
  });

  it('continue after a short database outage', async () => {
    const userId = newId();
    const { reader } = await listen(userId);
    const failing = jest
      .spyOn(app.get(WebhookListenersRepository), 'findWaiting')
      .mockRejectedValueOnce(new Error('away'));
    await waitFor(() => failing.mock.calls.length > 1);
    failing.mockRestore();
    await pay(userId);
    await reader.find(({ event }) => event === 'webhook');
  });
});
