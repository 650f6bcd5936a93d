import { AckPolicy, jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { StreamReconciler } from '@casement/common/messaging/streams/stream-reconciler.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { paid, sample } from './sample/sample.service.js';

const DAY_NS = 86_400_000 * 1e6;
const EVENTS = 30;

describe('event stream limits', () => {
  let app: TestApp;
  let manager: JetStreamManager;
  let names: NatsNames;
  const started: TestApp[] = [];

  /** Starts another process of the same service with different stream limits. */
  const later = async (days: number, perDay: number) => {
    const { nats, database, tokens } = app;
    const env = { NATS_EVENT_DAYS: String(days), NATS_EVENTS_PER_DAY: String(perDay) };
    const next = await testApp(sample, { nats, database, tokens, env });
    started.push(next);
    return next;
  };
  const limits = async () => {
    const { config } = await manager.streams.info(names.stream);
    return { days: config.max_age / DAY_NS, events: config.max_msgs };
  };
  const reached = (days: number, events: number) =>
    waitFor(async () => {
      const now = await limits();
      return now.days === days && now.events === events;
    });

  beforeAll(async () => {
    app = await testApp(sample, { env: { NATS_EVENT_DAYS: '3', NATS_EVENTS_PER_DAY: '1000' } });
    manager = await jetstreamManager(app.nats.connection);
    names = new NatsNames(app.nats.namespace);
  });
  afterAll(async () => {
    for (const one of started.reverse()) await one.close();
    await app.close();
  });

  it('are applied together with the settings of the buckets, also by nats-server 2.9', async () => {
    const { finished } = app.get<StreamReconciler>(StreamReconciler);
    let isFinished = false;
    void finished?.then(() => (isFinished = true));
    await waitFor(() => isFinished);
  });

  it('are raised to days × events of the process started last', async () => {
    await reached(3, 3_000);
    await later(4, 5_000);
    await reached(4, 20_000);
  });

  it('are lowered only once every consumer has seen the events that they would drop', async () => {
    // Consumer of an unavailable service.
    const durable = names.durable('absent', 'billing.topup.paid.v1');
    await manager.consumers.add(names.stream, {
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      filter_subject: names.subject('billing.topup.paid.v1'),
    });
    for (let n = 0; n < EVENTS; n += 1)
      await app.nats.publish('billing.topup.paid.v1', paid(newId()));

    let reads = 0;
    // Counts the requests by which a process checks all consumers before it lowers the limits.
    const asked = app.nats.connection.subscribe(`$JS.API.CONSUMER.LIST.${names.stream}`, {
      callback: () => void (reads += 1),
    });
    const less = await later(2, 1_000);
    await waitFor(() => reads >= 2);
    expect(await limits()).toEqual({ days: 4, events: 20_000 });
    // Metric used by the alert CasementStreamNearlyFull.
    const { text } = await less.http.get('/internal/metrics').expect(200);
    expect(text).toContain(
      `casement_stream_unseen_ratio{consumer="${durable}"} ${EVENTS / 20_000}`,
    );

    const absent = await jetstream(app.nats.connection).consumers.get(names.stream, durable);
    const seen = await absent.fetch({ max_messages: EVENTS });
    let count = 0;
    for await (const message of seen) {
      message.ack();
      count += 1;
    }
    expect(count).toBe(EVENTS);
    await reached(2, 2_000);
    asked.unsubscribe();
  });
});
