import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { BUCKETS } from '@casement/proto/access/access.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { upToDateReplicas } from '@casement/common/messaging/stream-state.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { NatsCluster } from '../support/nats-cluster.js';
import { paid, sample } from './sample/sample.service.js';

// Run only by `make nats-check`: on a busy machine the servers take more than a minute to reach consensus.
describe.each([3, 5])('NATS cluster of %s', (size) => {
  const all = `${size}/${size}`;
  let cluster: NatsCluster;
  let nats: TestNats;
  let app: TestApp;
  let manager: JetStreamManager;
  let streams: string[];
  const started: TestApp[] = [];
  const stacks: TestNats[] = [];

  const streamsOf = (names: NatsNames) => [
    names.stream,
    ...Object.keys(BUCKETS).map((name) => `KV_${names.bucket(name)}`),
  ];
  /** Configured and up-to-date replicas of the stream, its consumers and both buckets. */
  const copies = async (of: string[]) =>
    Promise.all(
      of.map(async (name) => {
        const info = await manager.streams.info(name);
        const there = [upToDateReplicas(info)];
        // A consumer's position is replicated separately, some seconds behind the stream. Consumers of a bucket are
        // not checked because they are temporary watches.
        if (!name.startsWith('KV_')) {
          for await (const consumer of manager.consumers.list(name))
            there.push(upToDateReplicas(consumer));
        }
        return `${info.config.num_replicas}/${Math.min(...there)}`;
      }),
    );
  const reached = (expected: string, of = streams) =>
    waitFor(async () => {
      const now = await copies(of).catch(() => []);
      return now.length > 0 && now.every((one) => one === expected);
    });
  /** Starts another process of the same service with a different configuration. */
  const later = async (env: Record<string, string>) => {
    const { database, tokens } = app;
    const next = await testApp(sample, { nats, database, tokens, env });
    started.push(next);
    return next;
  };
  const ready = async (of: TestApp) => {
    const { body } = await of.http.get('/health/ready');
    return Object.values(body.checks as object).every((result) => result === 'ok');
  };
  const add = (id: string, to = app) =>
    to.get(Database).transaction((tx) => to.get(Outbox).add(tx, 'billing.topup.paid.v1', paid(id)));
  const credits = async (prefix: string, of = app) =>
    (await of.database.query(`SELECT 1 FROM credit WHERE topup_id LIKE $1`, [`${prefix}%`])).length;

  beforeAll(async () => {
    cluster = await NatsCluster.start(size);
    nats = await testNats(cluster.url);
    manager = await jetstreamManager(nats.connection, { checkAPI: false });
    streams = streamsOf(new NatsNames(nats.namespace));
    // Resources are not created until the cluster has elected a leader; the service retries.
    app = await testApp(sample, { nats, withoutNats: true });
    await waitFor(() => app.get(EdgeState).ready);
    await reached('1/1');
  });
  afterAll(async () => {
    // Closed in reverse order because later apps use resources of the earlier ones.
    for (const one of started.reverse()) await one.close();
    await app.close();
    for (const one of [nats, ...stacks]) await one.close();
    await cluster.close();
  });

  it('changes replicas up and down under load without losing events', async () => {
    await app.get(EdgeWriter).block({ ip: '203.0.113.5' });
    const run = newId();
    const load = { added: 0, ended: false };
    const adding = (async () => {
      for (; !load.ended; load.added += 1) {
        await add(`${run}/${load.added}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    await waitFor(async () => (await credits(run)) > 5);
    const many = await later({ NATS_REPLICAS: String(size) });
    await reached(all);
    await waitFor(() => ready(many));
    // The previous process still runs with its older configuration and must not revert the change.
    const withMany = load.added;
    await waitFor(() => load.added > withMany + 20);
    await reached(all);

    const one = await later({ NATS_REPLICAS: '1' });
    await reached('1/1');
    const withOne = load.added;
    await waitFor(() => load.added > withOne + 20);
    load.ended = true;
    await adding;
    await waitFor(async () => (await credits(run)) >= load.added);
    expect(await credits(run)).toBe(load.added);
    expect((await nats.events('billing.topup.paid.v1')).length).toBe(load.added);
    expect(one.get(EdgeState).isBlocked('203.0.113.5')).toBe(true);
  });

  // Uses separate streams: nats-server forgets a stream that was changed shortly before it was killed (seen in 2.9
  // and 2.11).
  it('lets a process start with one server down and adds the missing replicas later', async () => {
    const env = { NATS_REPLICAS: String(size) };
    const own = await testNats(cluster.url);
    stacks.push(own);
    const [stream, ...buckets] = streamsOf(new NatsNames(own.namespace));
    const many = await testApp(sample, { nats: own, env });
    started.push(many);
    await reached(all, [stream, ...buckets]);
    const leader = await waitFor(async () => (await manager.streams.info(stream)).cluster?.leader);
    const away = cluster.server(leader);
    await away.kill();

    const { database } = many;
    // The killed server may have been JetStream's leader; the service retries until another is elected.
    const next = await testApp(sample, { nats: own, database, env, withoutNats: true });
    started.push(next);
    await waitFor(() => ready(next));
    const run = newId();
    await add(`${run}/1`, many);
    await waitFor(async () => (await credits(run, many)) === 1);

    // Another namespace without any resources yet.
    const fresh = await testNats(cluster.url);
    stacks.push(fresh);
    const first = await testApp(sample, { nats: fresh, env, withoutNats: true });
    started.push(first);
    await waitFor(() => ready(first));
    await away.restart();
    await reached(all, [stream, ...buckets]);
    await reached(all, streamsOf(new NatsNames(fresh.namespace)));
    await waitFor(() => ready(many));
  });
});
