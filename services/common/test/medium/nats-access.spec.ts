import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, PermissionViolationError, type NatsConnection } from '@nats-io/transport-node';
import {
  BUCKETS,
  EVENTS,
  SERVICES,
  STREAM_OWNER,
  type ServiceName,
} from '@casement/proto/access/access.js';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { natsUsers } from '@casement/proto/access/nats-permissions.js';
import type { BaseConfig } from '@casement/common/config/base-config.js';
import { EdgeBuckets } from '@casement/common/edge/edge-buckets.js';
import type { Nats } from '@casement/common/messaging/nats.js';
import { OwnNats } from '../support/own-nats.js';

const names = new NatsNames('');
const { stream } = names;
const passwordOf = (service: ServiceName) => `p-${service}`;

describe('who may do what on NATS', () => {
  let server: OwnNats;
  const connections = new Map<ServiceName, NatsConnection>();
  const as = (service: ServiceName) => connections.get(service)!;
  const bucketOf = (service: ServiceName, bucket: string) => {
    const nats = { connection: () => Promise.resolve(as(service)), inbox: names.inbox(service) };
    return new EdgeBuckets(
      nats as Nats,
      { NATS_NAMESPACE: '', NATS_REPLICAS: 1 } as BaseConfig,
    ).open(bucket);
  };
  beforeAll(async () => {
    server = await OwnNats.start([natsUsers((service) => `"${passwordOf(service)}"`, names)]);
    for (const service of SERVICES) {
      const inboxPrefix = names.inbox(service);
      const user = { user: service, pass: passwordOf(service), inboxPrefix };
      connections.set(service, await connect({ servers: server.url, timeout: 5_000, ...user }));
    }
    // Any of them makes what is not there; it takes part in all that follows.
    const manager = await jetstreamManager(as('telegram'));
    await manager.streams.add({ name: stream, subjects: names.subjects });
    for (const bucket of Object.keys(BUCKETS)) await bucketOf('telegram', bucket);
  });
  afterAll(async () => {
    for (const connection of connections.values()) await connection.close();
    await server.close();
  });

  /** Resolves with whether the server let it happen; anything else that goes wrong is thrown. */
  const allowed = async (act: Promise<unknown>): Promise<boolean> => {
    try {
      await act;
      return true;
    } catch (error) {
      const causes = [error, (error as Error).cause];
      if (causes.some((one) => one instanceof PermissionViolationError)) return false;
      throw error;
    }
  };
  const includes = (services: readonly ServiceName[], one: ServiceName) => services.includes(one);
  const expected = (yes: boolean) => (yes ? 'may' : 'may not');
  const events = SERVICES.flatMap((service) =>
    Object.entries(EVENTS).map(([subject, access]) => ({ service, subject, access })),
  );

  it.each(
    events.map(({ service, subject, access }) => {
      const yes = includes(access.publish, service);
      return [service, expected(yes), subject, yes] as const;
    }),
  )('%s %s publish %s', async (service, _, subject, yes) => {
    expect(await allowed(jetstream(as(service)).publish(subject, '{}'))).toBe(yes);
  });

  it.each(
    events.map(({ service, subject, access }) => {
      const yes = includes(access.consume, service);
      return [service, expected(yes), subject, yes] as const;
    }),
  )('%s %s consume %s', async (service, _, subject, yes) => {
    const manager = await jetstreamManager(as(service));
    const consume = async () => {
      const name = names.durable(service, subject);
      await manager.consumers.add(stream, {
        durable_name: name,
        filter_subject: subject,
        ack_policy: AckPolicy.Explicit,
      });
      const consumer = await jetstream(as(service)).consumers.get(stream, name);
      const message = await consumer.next({ expires: 5_000 });
      expect(message?.subject).toBe(subject);
      await message!.ackAck();
    };
    expect(await allowed(consume())).toBe(yes);
  });

  it.each(
    events
      .filter(({ service, access }) => !includes(access.consume, service))
      .flatMap(({ service, subject, access }) =>
        access.consume.map((owner) => [service, subject, owner] as const),
      ),
  )('%s may not take %s from the consumer of %s', async (service, subject, owner) => {
    const theirs = `${stream}.${names.durable(owner, subject)}`;
    for (const call of [`MSG.NEXT.${theirs}`, `INFO.${theirs}`, `DELETE.${theirs}`]) {
      expect(await allowed(as(service).request(`$JS.API.CONSUMER.${call}`))).toBe(false);
    }
    expect(await allowed(as(service).request(`$JS.ACK.${theirs}.1.1.1.1.0`))).toBe(false);
  });

  const buckets = SERVICES.flatMap((service) =>
    Object.entries(BUCKETS).map(([bucket, access]) => {
      const yes = includes(access.write, service);
      return [service, expected(yes), bucket, yes] as const;
    }),
  );
  it.each(buckets)('%s %s write %s, and follows it', async (service, _, bucket, yes) => {
    const [owner] = BUCKETS[bucket as keyof typeof BUCKETS].write;
    await (await bucketOf(owner, bucket)).put('there', 'before');
    const own = await bucketOf(service, bucket);
    expect(await allowed(own.put('there', 'after'))).toBe(yes);
    expect(await allowed(own.delete('lifted'))).toBe(yes);
    expect(await allowed(own.get('there'))).toBe(yes);
    const seen = [];
    const watch = await own.watch();
    for await (const entry of watch) {
      seen.push(`${entry.key}=${entry.string()}`);
      if (entry.isUpdate) break;
    }
    watch.stop();
    expect(seen).toContain(yes ? 'there=after' : 'there=before');
  });

  it.each(SERVICES)(
    '%s may not change, empty or read the stream past its consumers',
    async (service) => {
      const api = (call: string) => as(service).request(`$JS.API.${call}`, '{}');
      const others = [stream, ...Object.keys(BUCKETS).map((bucket) => `KV_${bucket}`)];
      for (const name of others) {
        expect(await allowed(api(`STREAM.DELETE.${name}`))).toBe(false);
        expect(await allowed(api(`STREAM.PURGE.${name}`))).toBe(false);
        expect(await allowed(api(`STREAM.MSG.DELETE.${name}`))).toBe(false);
        expect(await allowed(api(`STREAM.UPDATE.${name}`))).toBe(service === STREAM_OWNER);
      }
      expect(await allowed(api(`STREAM.MSG.GET.${stream}`))).toBe(false);
      expect(await allowed(api(`DIRECT.GET.${stream}`))).toBe(false);
      expect(await allowed(api('STREAM.CREATE.OTHER'))).toBe(false);
      expect(await allowed(api(`CONSUMER.CREATE.${stream}`))).toBe(false);
      expect(await allowed(api(`CONSUMER.DURABLE.CREATE.${stream}.mine`))).toBe(false);
    },
  );

  // The server sends what a direct get finds to any subject that is named for the answer.
  it.each(SERVICES)(
    '%s may not have the server publish what it wrote into a bucket',
    async (service) => {
      for (const bucket of Object.keys(BUCKETS)) {
        const direct = `$JS.API.DIRECT.GET.KV_${bucket}`;
        expect(await allowed(as(service).request(direct, '{"last_by_subj":"$KV.>"}'))).toBe(false);
        expect(await allowed(as(service).request(`${direct}.$KV.${bucket}.there`))).toBe(false);
      }
    },
  );

  it.each(SERVICES)('%s may listen to no subject but its own answers', async (service) => {
    const listens = (subject: string) =>
      new Promise<boolean>((resolve) => {
        const subscription = as(service).subscribe(subject, {
          callback: (error) => {
            if (error) resolve(false);
          },
        });
        void as(service)
          .flush()
          .then(() => as(service).flush())
          .then(() => {
            subscription.unsubscribe();
            resolve(true);
          });
      });
    const others = SERVICES.filter((one) => one !== service).map((one) => `${names.inbox(one)}.>`);
    for (const subject of ['>', 'install.>', '$KV.>', '_INBOX.>', ...others]) {
      expect([subject, await listens(subject)]).toEqual([subject, false]);
    }
    expect(await listens(`${names.inbox(service)}.mine`)).toBe(true);
  });

  it.each([
    ['without a user', {}],
    ['with a wrong password', { user: 'billing', pass: passwordOf('auth') }],
    ['as the user of before', { user: 'casement', pass: passwordOf('auth') }],
  ])('nobody connects %s', async (_, who) => {
    const options = { servers: server.url, reconnect: false, ...who };
    await expect(connect(options)).rejects.toThrow(/authorization/i);
  });
});
