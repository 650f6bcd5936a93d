import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { BUCKETS } from '@casement/proto/access/access.js';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { EdgeState } from '@casement/common/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/edge/edge-writer.js';
import { Outbox } from '@casement/common/messaging/outbox.js';
import { copiesOf } from '@casement/common/messaging/stream-state.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { NatsCluster } from '../support/nats-cluster.js';
import { paid, sample } from './sample/sample.service.js';

// Fails now and then on a busy machine, for a reason not found yet: with NATS_CLUSTER=1 alone.
const cluster3 = process.env['NATS_CLUSTER'] ? describe : describe.skip;

cluster3('NATS as a cluster of three', () => {
  let cluster: NatsCluster;
  let nats: TestNats;
  let app: TestApp;
  let manager: JetStreamManager;
  let streams: string[];
  const started: TestApp[] = [];

  const streamsOf = (names: NatsNames) => [
    names.stream,
    ...Object.keys(BUCKETS).map((name) => `KV_${names.bucket(name)}`),
  ];
  /** Copies that are asked for, and those that are there and up to date, of the stream and both buckets. */
  const copies = async (of = streams) =>
    Promise.all(
      of.map(async (name) => {
        const info = await manager.streams.info(name);
        return `${info.config.num_replicas}/${copiesOf(info)}`;
      }),
    );
  const reached = (expected: string, of = streams) =>
    waitFor(async () => {
      const now = await copies(of).catch(() => []);
      return now.length > 0 && now.every((one) => one === expected);
    });
  /** Another process of the same service, started later, with a configuration of its own. */
  const later = async (env: Record<string, string>, more: Partial<TestApp> = {}) => {
    const { database, tokens } = app;
    const next = await testApp(sample, { nats, database, tokens, ...more, env });
    started.push(next);
    return next;
  };
  const ready = async (of: TestApp) => (await of.http.get('/health/ready')).status === 200;
  const add = (id: string) =>
    app
      .get(Database)
      .transaction((tx) => app.get(Outbox).add(tx, 'billing.topup.paid.v1', paid(id)));
  const credits = async (prefix: string) =>
    (await app.database.query(`SELECT 1 FROM credit WHERE topup_id LIKE $1`, [`${prefix}%`]))
      .length;

  beforeAll(async () => {
    cluster = await NatsCluster.start();
    nats = await testNats(cluster.url);
    manager = await jetstreamManager(nats.connection, { checkAPI: false });
    streams = streamsOf(new NatsNames(nats.namespace));
    // Until the cluster has elected a leader nothing is made; the service goes on asking.
    app = await testApp(sample, { nats, natsAway: true });
    await waitFor(() => app.get(EdgeState).ready);
    await reached('1/1');
  });
  afterAll(async () => {
    for (const one of started) await one.close();
    await app.close();
    await nats.close();
    await cluster.close();
  });

  it('goes from one copy to three and back under load, and loses nothing', async () => {
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
    const three = await later({ NATS_REPLICAS: '3' });
    await reached('3/3');
    await waitFor(() => ready(three));
    // The process of before is still there with its older configuration, and leaves it so.
    const withThree = load.added;
    await waitFor(() => load.added > withThree + 20);
    await reached('3/3');

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

  // Did not come true within a minute once, on a busy machine, for a reason not found yet: with NATS_CLUSTER=1 alone.
  const alone = process.env['NATS_CLUSTER'] ? it : it.skip;
  alone(
    'a process starts with a server away, and what it makes then gets its copies later',
    async () => {
      const three = await later({ NATS_REPLICAS: '3' });
      await reached('3/3');
      const leader = await waitFor(
        async () => (await manager.streams.info(streams[0])).cluster?.leader,
      );
      const away = cluster.server(leader);
      await away.kill();

      const next = await later({ NATS_REPLICAS: '3' });
      await waitFor(() => ready(next));
      const run = newId();
      await add(`${run}/1`);
      await waitFor(async () => (await credits(run)) === 1);

      // Another stack, of which nothing is there yet.
      const fresh = await testNats(cluster.url);
      const first = await later({ NATS_REPLICAS: '3' }, { nats: fresh });
      await waitFor(() => ready(first));
      await away.startAgain();
      await reached('3/3');
      await reached('3/3', streamsOf(new NatsNames(fresh.namespace)));
      await waitFor(() => ready(three));
      await fresh.close();
    },
  );
});
