import { jetstreamManager } from '@nats-io/jetstream';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { makeActor } from '@casement/common/testing/make-actor.js';
import { DeadLetters } from '@casement/common/messaging/dead-letters/dead-letters.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { runInContext } from '@casement/common/core/context/request-context.js';
import { EventPublisher } from '@casement/common/messaging/event-publisher.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { ConsumerProbe, paid, sample } from './sample/sample.service.js';

describe('events', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(sample);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const credits = async (topupId: string) =>
    (await app.database.query(`SELECT 1 FROM credit WHERE topup_id = $1`, [topupId])).length;
  const add = (topupId: string, key?: string) =>
    app
      .get(Database)
      .transaction((tx) =>
        app
          .get(Outbox)
          .add(tx, 'billing.topup.paid.v1', paid(topupId), key === undefined ? {} : { key }),
      );
  const published = async () =>
    (await app.nats.events('billing.topup.paid.v1')).map((event) => event.payload.topupId);

  it('arrive with the correlation id of the request that caused them', async () => {
    const id = newId();
    await app.http.post(`/api/sample/topups/${id}`).set('X-Request-Id', 'request-42').expect(200);
    await waitFor(async () => (await credits(id)) === 1);
    expect(app.get(ConsumerProbe).seenCorrelationIds.at(-1)).toBe('request-42');
  });

  it('are not published if their transaction is rolled back', async () => {
    const lost = newId();
    const processedId = newId();
    const failing = app.get(Database).transaction(async (tx) => {
      await app.get(Outbox).add(tx, 'billing.topup.paid.v1', paid(lost));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await add(processedId);
    await waitFor(async () => (await credits(processedId)) === 1);
    expect(await published()).not.toContain(lost);
  });

  it('take effect once when delivered twice', async () => {
    const id = newId();
    const marker = newId();
    const event = { id: newId() };
    await app.nats.publish('billing.topup.paid.v1', paid(id), event);
    await app.nats.publish('billing.topup.paid.v1', paid(id), event);
    await app.nats.publish('billing.topup.paid.v1', paid(marker));
    await waitFor(async () => (await credits(marker)) === 1);
    expect(await credits(id)).toBe(1);
  });

  it('are retried after a handler failure, whose work is rolled back each time', async () => {
    const id = newId();
    app.get(ConsumerProbe).failuresLeft = 2;
    await add(id);
    await waitFor(async () => (await credits(id)) === 1);
    expect(app.get(ConsumerProbe).failuresLeft).toBe(0);
    expect(await app.get(DeadLetters).list()).toEqual([]);
  });

  it('become dead letters after the last try, do not block others, and can be replayed', async () => {
    const dead = newId();
    const next = newId();
    const luck = app.get(ConsumerProbe);
    luck.failuresLeft = 3;
    await add(dead);
    const [deadLetter] = await waitFor(async () => {
      const deadLetters = await app.get(DeadLetters).list();
      return deadLetters.length > 0 && deadLetters;
    });
    expect(deadLetter).toMatchObject({
      subject: 'billing.topup.paid.v1',
      error: 'Error: bad luck',
      deliveries: 3,
    });
    await add(next);
    await waitFor(async () => (await credits(next)) === 1);
    expect(await credits(dead)).toBe(0);

    expect(await app.get(DeadLetters).replay({ id: deadLetter.id })).toBe(1);
    await waitFor(async () => (await credits(dead)) === 1);
    await waitFor(async () => (await app.get(DeadLetters).list()).length === 0);
  });

  it('are retried after an outage in which not even the dead letter could be stored', async () => {
    const id = newId();
    const luck = app.get(ConsumerProbe);
    luck.failuresLeft = 6;
    const keep = jest
      .spyOn(app.get(DeadLetters), 'add')
      .mockRejectedValue(new Error('no database'));
    await add(id);
    await waitFor(async () => (await credits(id)) === 1);
    expect(keep).toHaveBeenCalledTimes(4);
    expect(await app.get(DeadLetters).list()).toEqual([]);
  });

  it('are published again but handled once if the publisher crashes after publishing', async () => {
    const id = newId();
    const publish = jest.spyOn(app.get(EventPublisher), 'publish');
    const waiting = () => app.database.query(`SELECT 1 FROM outbox WHERE published_at IS NULL`);
    const runOut = () =>
      app.database.query(`UPDATE outbox SET available_at = now() WHERE published_at IS NULL`);
    // Simulates a crash after the event was published and before its row is marked as published.
    await app.database.query(`
      CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'killed'; END $$;
      CREATE TRIGGER crash BEFORE UPDATE ON outbox FOR EACH ROW
        WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION crash()`);
    await add(id);
    await waitFor(() => publish.mock.calls.length === 1);
    await runOut();
    await waitFor(() => publish.mock.calls.length >= 2);
    expect(await waiting()).toHaveLength(1);
    await app.database.query(`DROP FUNCTION crash CASCADE`);
    await runOut();

    await waitFor(async () => (await waiting()).length === 0);
    await waitFor(async () => (await credits(id)) === 1);
    expect((await published()).filter((topup) => topup === id)).toHaveLength(1);
  });

  it('stay in order per key, even with two replicas and a failure', async () => {
    const replica = await testApp(sample, {
      database: app.database,
      nats: app.nats,
      tokens: app.tokens,
    });
    const original = app.get(EventPublisher).publish.bind(app.get(EventPublisher));
    let failures = 3;
    jest.spyOn(app.get(EventPublisher), 'publish').mockImplementation(async (envelope) => {
      if (failures-- > 0) throw new Error('NATS refused');
      await original(envelope);
    });
    const key = newId();
    const ids = Array.from({ length: 20 }, (_, n) => `${key}/${n}`);
    for (const id of ids) await add(id, key);
    await waitFor(async () => (await credits(ids.at(-1)!)) === 1);
    expect((await published()).filter((topup) => topup.startsWith(key))).toEqual(ids);
    await replica.close();
  });

  it('contain their actor', async () => {
    const actor = makeActor();
    const id = newId();
    await runInContext({ correlationId: 'context-1', actor }, () => add(id));
    await waitFor(async () => (await credits(id)) === 1);
    const event = (await app.nats.events('billing.topup.paid.v1')).find(
      (found) => found.payload.topupId === id,
    );
    expect(event).toMatchObject({ actorId: actor.userId, correlationId: 'context-1' });
  });

  it('become dead letters immediately if unreadable', async () => {
    const { connection, namespace } = app.nats;
    connection.publish(`${namespace}.billing.topup.paid.v1`, 'not an event');
    const [deadLetter] = await waitFor(async () => {
      const deadLetters = await app.get(DeadLetters).list();
      return deadLetters.length > 0 && deadLetters;
    });
    expect(deadLetter).toMatchObject({
      deliveries: 1,
      error: expect.stringContaining('not an event'),
    });
    await app.database.query('DELETE FROM dead_letter');
  });
});

describe('event consumer with a thousand events waiting for a retry', () => {
  const SUBJECT = 'billing.topup.paid.v1';
  /** Default limit of NATS for unacknowledged messages per consumer. */
  const DEFAULT_LIMIT = 1_000;

  it('handles the next event, and restores the default consumer limit afterwards', async () => {
    const app = await testApp(sample, { retryWaitsMs: [3_600_000] });
    const names = new NatsNames(app.nats.namespace);
    const durable = names.durable('sample', SUBJECT);
    const luck = app.get(ConsumerProbe);
    luck.failuresLeft = Infinity;
    const failing = Array.from({ length: DEFAULT_LIMIT }, () =>
      app.nats.publish(SUBJECT, paid(newId())),
    );
    await Promise.all(failing);
    await waitFor(() => luck.calls === DEFAULT_LIMIT);
    luck.failuresLeft = 0;
    const next = newId();
    await app.nats.publish(SUBJECT, paid(next));
    await waitFor(
      async () =>
        (await app.database.query(`SELECT 1 FROM credit WHERE topup_id = $1`, [next])).length === 1,
    );

    const manager = await jetstreamManager(app.nats.connection);
    const limit = async () =>
      (await manager.consumers.info(names.stream, durable)).config.max_ack_pending;
    expect(await limit()).toBe(-1);
    await manager.streams.purge(names.stream);
    await waitFor(async () => (await limit()) === DEFAULT_LIMIT);
    await app.close();
  });
});
