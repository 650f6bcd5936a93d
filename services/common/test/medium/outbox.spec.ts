import type { EventEnvelope } from '@casement/proto/gen/casement/common/v1/event_envelope.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { EventPublisher } from '@casement/common/messaging/event-publisher.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { OutboxPublisher } from '@casement/common/messaging/outbox/outbox-publisher.js';
import { OutboxWakeup } from '@casement/common/messaging/outbox/outbox-wakeup.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { testDatabase } from '@casement/common/testing/test-database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { PoolerWithoutNotifications } from '../support/pooler-without-notifications.js';
import { paid, sample } from './sample/sample.service.js';

describe('outbox', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(sample);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const add = (topupId: string, key?: string) =>
    app
      .get(Database)
      .transaction((tx) =>
        app
          .get(Outbox)
          .add(tx, 'billing.topup.paid.v1', paid(topupId), key === undefined ? {} : { key }),
      );
  const waiting = () => app.database.query(`SELECT 1 FROM outbox WHERE published_at IS NULL`);
  const published = async () =>
    (await app.nats.events('billing.topup.paid.v1')).map(({ payload }) => payload.topupId);
  /** Simulates the expiry of all claims and backoffs. */
  const runOut = () =>
    app.get(Database).query(`UPDATE outbox SET available_at = now() WHERE published_at IS NULL`);
  const replica = () =>
    testApp(sample, { database: app.database, nats: app.nats, tokens: app.tokens });

  it('holds no transaction open while it waits for NATS', async () => {
    const publisher = app.get(EventPublisher);
    const original = publisher.publish.bind(publisher);
    const hung: (() => void)[] = [];
    jest.spyOn(publisher, 'publish').mockImplementation(async (envelope) => {
      await new Promise<void>((resolve) => hung.push(resolve));
      await original(envelope);
    });
    await add(newId());
    await waitFor(() => hung.length === 1);
    // The row is not locked, and no session waits inside a transaction.
    expect(await app.database.query(`SELECT 1 FROM outbox FOR UPDATE NOWAIT`)).not.toEqual([]);
    const idle = await app.database.query(
      `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    expect(idle).toEqual([]);
    hung[0]?.();
    await waitFor(async () => (await waiting()).length === 0);
  });

  it('republishes with the same id what a replica published but did not mark', async () => {
    const killed = await replica();
    const ids = Array.from({ length: 5 }, () => newId());
    const envelopes: EventEnvelope[] = [];
    for (const one of [app, killed]) {
      const publisher = one.get(EventPublisher);
      const original = publisher.publish.bind(publisher);
      jest.spyOn(publisher, 'publish').mockImplementation((envelope) => {
        envelopes.push(envelope);
        return original(envelope);
      });
    }
    jest.spyOn(app.get(EventPublisher), 'available', 'get').mockReturnValue(false);
    const dying = killed.get(OutboxPublisher) as unknown as { markPublished(): Promise<void> };
    jest.spyOn(dying, 'markPublished').mockRejectedValue(new Error('killed'));
    for (const id of ids) await add(id, 'one-key');
    await waitFor(() => envelopes.length === 1);
    await killed.close();
    expect(await waiting()).toHaveLength(5);

    jest.spyOn(app.get(EventPublisher), 'available', 'get').mockReturnValue(true);
    await runOut();
    await waitFor(async () => (await waiting()).length === 0);
    expect(envelopes).toHaveLength(6);
    expect(envelopes[1]?.id).toBe(envelopes[0]?.id);
    expect((await published()).filter((id) => ids.includes(id))).toEqual(ids);
  });

  it('keeps the order of every key when replicas fail, die or lose their claims', async () => {
    const replicas = [app, await replica(), await replica()];
    let seed = 7;
    const chance = (part: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31 < part;
    };
    let troubles = 60;
    const trouble = (part: number) => troubles > 0 && chance(part) && troubles-- > 0;
    for (const one of replicas) {
      const publisher = one.get(EventPublisher);
      const publish = publisher.publish.bind(publisher);
      jest.spyOn(publisher, 'publish').mockImplementation(async (envelope) => {
        if (trouble(0.15)) throw new Error('NATS refused it');
        if (trouble(0.2)) await runOut();
        await publish(envelope);
        if (trouble(0.15)) throw new Error('the answer was lost');
      });
      const outboxPublisher = one.get(OutboxPublisher) as unknown as {
        markPublished(): Promise<void>;
      };
      const mark = outboxPublisher.markPublished.bind(outboxPublisher);
      jest.spyOn(outboxPublisher, 'markPublished').mockImplementation((...rows) => {
        if (trouble(0.2)) return Promise.reject(new Error('killed'));
        return mark(...rows);
      });
    }
    const run = newId();
    const names = Array.from({ length: 5 }, (_, k) =>
      Array.from({ length: 12 }, (_, n) => `${run}/${k}/${n}`),
    );
    await Promise.all(
      names.map(async (key, k) => {
        for (const name of key) await add(name, `${run}/${k}`);
      }),
    );
    await waitFor(async () => {
      await runOut();
      return (await waiting()).length === 0;
    });
    const all = await published();
    for (const [k, key] of names.entries()) {
      expect(all.filter((name) => name.startsWith(`${run}/${k}/`))).toEqual(key);
    }
    await Promise.all(replicas.slice(1).map((one) => one.close()));
  });

  it('deletes old published rows in batches', async () => {
    await app.database.query(`
      INSERT INTO outbox (id, subject, payload, correlation_id, published_at)
      SELECT gen_random_uuid(), 'billing.topup.paid.v1', '{}', 'old', now() - interval '4 days'
        FROM generate_series(1, 2500)`);
    const [{ count }] = await app.database.query<{ count: number }>(
      `SELECT count(*)::int FROM outbox WHERE correlation_id <> 'old'`,
    );
    await app.get(Jobs).runNow('outbox.prune');
    expect(await app.database.query(`SELECT 1 FROM outbox`)).toHaveLength(count);
  });
});

describe('inbox', () => {
  it('deletes month-old rows except for events that may be replayed', async () => {
    const app = await testApp(sample);
    const [replayable, recent] = [newId(), newId()];
    await app.database.query(
      `INSERT INTO inbox (consumer, event_id, processed_at)
       SELECT 'test', gen_random_uuid(), now() - interval '31 days' FROM generate_series(1, 2500)
       UNION ALL SELECT 'test', $1, now() - interval '31 days'
       UNION ALL SELECT 'test', $2, now() - interval '29 days'`,
      [replayable, recent],
    );
    await app.database.query(
      `INSERT INTO dead_letter (id, consumer, message_id, subject, envelope, error, deliveries)
       VALUES ($1, 'sample:x', $2, 'x', '{}', 'Error', 8)`,
      [newId(), replayable],
    );
    await app.get(Jobs).runNow('inbox.prune');
    const left = await app.database.query<{ id: string }>('SELECT event_id AS id FROM inbox');
    expect(left.map(({ id }) => id).sort()).toEqual([replayable, recent].sort());
    await app.close();
  });
});

describe('outbox wake-up', () => {
  const listening = (app: TestApp) =>
    app.database.query(
      `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'outbox wake-up'`,
    );
  const add = (app: TestApp) =>
    app
      .get(Database)
      .transaction((tx) => app.get(Outbox).add(tx, 'billing.topup.paid.v1', paid(newId())));

  it('uses a separate connection and restores it when lost', async () => {
    const app = await testApp(sample);
    await waitFor(async () => (await listening(app)).length === 1);
    const notified = jest.fn();
    app.get(OutboxWakeup).onNotification(notified);
    await app.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'outbox wake-up'`,
    );
    await waitFor(() => notified.mock.calls.length > 0);
    const before = notified.mock.calls.length;
    await app.database.query(`SELECT pg_notify('outbox', 'another replica')`);
    await add(app);
    await waitFor(() => notified.mock.calls.length > before);
    expect(notified.mock.calls.length).toBe(before + 1);
    await app.close();
  });

  it('listens at the direct address and falls back to polling without notifications', async () => {
    const database = await testDatabase(sample.database.migrations);
    const pooler = await PoolerWithoutNotifications.start(database.directUrl);
    const app = await testApp(sample, { database, env: { DATABASE_DIRECT_URL: pooler.url } });
    await waitFor(() => pooler.connections === 1 && pooler.open === 0);
    await add(app);
    await waitFor(
      async () =>
        (await app.database.query(`SELECT 1 FROM outbox WHERE published_at IS NULL`)).length === 0,
    );
    expect(pooler.connections).toBe(1);
    await app.close();
    await pooler.close();
    await database.close();
  });
});
