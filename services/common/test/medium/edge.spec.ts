import { AckPolicy, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { BUCKETS } from '@casement/proto/access/access.js';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { testNats } from '@casement/common/testing/test-nats.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { sample } from './sample/sample.service.js';

describe('edge state', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(sample);
  });
  afterAll(() => app.close());

  it('reaches every service, and a newly started one before it is ready', async () => {
    await app.get(EdgeWriter).block({ ip: '192.0.2.1', reason: 'test' });
    const other = await testApp(sample, {
      database: app.database,
      nats: app.nats,
      tokens: app.tokens,
    });
    expect(other.get(EdgeState).isBlocked('192.0.2.1')).toBe(true);
    await app.get(EdgeWriter).unblock('192.0.2.1');
    await waitFor(() => !other.get(EdgeState).isBlocked('192.0.2.1'));
    await other.close();
  });

  it('applies every lifted block, even of many concurrent ones', async () => {
    const edge = app.get(EdgeState);
    const writer = app.get(EdgeWriter);
    const ips = Array.from({ length: 200 }, (_, n) => `198.18.3.${n}`);
    await Promise.all(ips.map((ip) => writer.block({ ip })));
    await waitFor(() => ips.every((ip) => edge.isBlocked(ip)));
    await Promise.all(ips.map((ip) => writer.unblock(ip)));
    await waitFor(() => ips.every((ip) => !edge.isBlocked(ip)));
  });

  it('is rebuilt by its owner, which removes extra entries and adds missing ones', async () => {
    const edge = app.get(EdgeState);
    const writer = app.get(EdgeWriter);
    await writer.block({ ip: '192.0.2.2' });
    await writer.block({ ip: '2001:db8::1' });
    await waitFor(() => edge.isBlocked('192.0.2.2') && edge.isBlocked('2001:db8::2'));
    await writer.writeBlocks([{ ip: '2001:db8::1' }, { ip: '198.51.100.0/24' }]);
    const ranges: string[] = [];
    for await (const page of writer.blockedRanges(2)) ranges.push(...page);
    expect(ranges).toEqual(expect.arrayContaining(['192.0.2.2', '2001:db8::1', '198.51.100.0/24']));
    await writer.writeBlock('192.0.2.2', () => Promise.resolve(null));
    await waitFor(() => !edge.isBlocked('192.0.2.2') && edge.isBlocked('198.51.100.20'));
    expect(edge.isBlocked('2001:db8::2')).toBe(true);
  });

  it('rebuilds revocations', async () => {
    const edge = app.get(EdgeState);
    const writer = app.get(EdgeWriter);
    await writer.revokeSession('old');
    await waitFor(() => edge.isRevoked({ userId: 'u', sessionId: 'old', epoch: 0 }));
    await writer.rebuildRevocations([{ kind: 'user', userId: 'u', minEpoch: 2 }]);
    await waitFor(() => edge.isRevoked({ userId: 'u', sessionId: 's', epoch: 1 }));
    await waitFor(() => !edge.isRevoked({ userId: 'v', sessionId: 'old', epoch: 0 }));
  });

  describe('consumers of a bucket', () => {
    const bucketsOf = async ({ nats }: Pick<TestApp, 'nats'>) => {
      const manager = await jetstreamManager(nats.connection);
      const names = new NatsNames(nats.namespace);
      const streams = Object.keys(BUCKETS).map((name) => `KV_${names.bucket(name)}`);
      return { manager, streams };
    };
    const watch = (manager: JetStreamManager, stream: string) =>
      manager.consumers.add(stream, {
        ack_policy: AckPolicy.None,
        mem_storage: true,
        // Longer than a busy machine takes to create all of them.
        inactive_threshold: nanos(600_000),
      });

    it('are limited to 1,000 in a new bucket, so that no service can fill the server', async () => {
      const { manager, streams } = await bucketsOf(app);
      for (const stream of streams) {
        const { config } = await manager.streams.info(stream);
        expect(config).toMatchObject({ max_consumers: 1_000, max_msgs_per_subject: 1 });
      }
      const [stream = ''] = streams;
      let refusal: unknown;
      for (let made = 0; made <= 1_000 && !refusal; made += 50) {
        const consumers = Array.from({ length: 50 }, () => watch(manager, stream));
        await Promise.all(consumers).catch((error: unknown) => (refusal = error));
      }
      expect(String(refusal)).toContain('maximum consumers limit reached');
    });

    it('stay unlimited in a bucket from an earlier version, and two replicas still start', async () => {
      const nats = await testNats();
      const { manager, streams } = await bucketsOf({ nats });
      for (const name of streams) {
        await manager.streams.add({
          name,
          subjects: [`${name.replace('KV_', '$KV.')}.>`],
          max_msgs_per_subject: 1,
          allow_rollup_hdrs: true,
        });
      }
      const first = await testApp(sample, { nats });
      const { database, tokens } = first;
      const second = await testApp(sample, { nats, database, tokens });
      for (const stream of streams) {
        expect((await manager.streams.info(stream)).config.max_consumers).toBe(-1);
      }
      await first.get(EdgeWriter).block({ ip: '192.0.2.9' });
      await waitFor(() => second.get(EdgeState).isBlocked('192.0.2.9'));
      await second.close();
      await first.close();
      await nats.close();
    });
  });

  it('rejects an invalid address', async () => {
    await expect(app.get(EdgeWriter).block({ ip: 'localhost' })).rejects.toThrow('address');
  });
});
