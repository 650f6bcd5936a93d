import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import {
  connect,
  headers,
  PermissionViolationError,
  type NatsConnection,
} from '@nats-io/transport-node';
import {
  BUCKETS,
  EVENTS,
  SERVICES,
  STREAM_OWNER,
  type ServiceName,
} from '@casement/proto/access/access.js';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { natsUsers } from '@casement/proto/access/nats-permissions.js';
import type { BaseConfig } from '@casement/common/core/config/base-config.js';
import { EdgeBuckets } from '@casement/common/messaging/edge/edge-buckets.js';
import type { Nats } from '@casement/common/messaging/nats.js';
import { natsServers } from '@casement/common/messaging/nats-servers.js';
import { LocalAuthority, writeIdentity } from '@casement/local/certificates.js';
import { DedicatedNats } from '@casement/local/testing/dedicated-nats.js';

const names = new NatsNames('');
const { stream } = names;
/** JSConsumerCreateFilterSubjectMismatchErr of nats-server. */
const FILTER_DIFFERS = 10131;
/** JSConsumerDeliverCycleErr. */
const FORMS_A_CYCLE = 10081;
const passwordOf = (service: ServiceName) => `p-${service}`;

/** Starts a server with the users of the table, its stream and buckets, and a connection for each service. */
async function start() {
  const server = await DedicatedNats.start([
    natsUsers((service) => `"${passwordOf(service)}"`, names),
  ]);
  const connections = new Map<ServiceName, NatsConnection>();
  for (const service of SERVICES) {
    const inboxPrefix = names.inbox(service);
    const user = { user: service, pass: passwordOf(service), inboxPrefix };
    connections.set(service, await connect({ servers: server.url, timeout: 5_000, ...user }));
  }
  const as = (service: ServiceName) => connections.get(service)!;
  const bucketOf = (service: ServiceName, bucket: string) => {
    const nats = { connection: () => Promise.resolve(as(service)), inbox: names.inbox(service) };
    return new EdgeBuckets(
      nats as Nats,
      { NATS_NAMESPACE: '', NATS_REPLICAS: 1 } as BaseConfig,
    ).open(bucket);
  };
  // Any service may create missing resources; telegram also takes part in all tests below.
  const manager = await jetstreamManager(as('telegram'));
  await manager.streams.add({ name: stream, subjects: names.subjects });
  for (const bucket of Object.keys(BUCKETS)) await bucketOf('telegram', bucket);
  const close = async () => {
    for (const connection of connections.values()) await connection.close();
    await server.close();
  };
  return { url: server.url, as, bucketOf, close };
}

const includes = (services: readonly ServiceName[], one: ServiceName) => services.includes(one);
const events = SERVICES.flatMap((service) =>
  Object.entries(EVENTS).map(([subject, access]) => ({ service, subject, access })),
);
const consumedBy = (service: ServiceName) =>
  events.filter((one) => one.service === service && includes(one.access.consume, service));

describe('NATS permissions', () => {
  let nats: Awaited<ReturnType<typeof start>>;
  const as = (service: ServiceName) => nats.as(service);
  const bucketOf = (service: ServiceName, bucket: string) => nats.bucketOf(service, bucket);
  beforeAll(async () => {
    nats = await start();
  });
  afterAll(() => nats.close());

  /** Resolves with whether the server allowed the action. Other errors are thrown. */
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
  const expected = (yes: boolean) => (yes ? 'may' : 'may not');

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
      await manager.consumers.update(stream, name, { max_ack_pending: -1 });
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
    const foreignConsumer = `${stream}.${names.durable(owner, subject)}`;
    for (const call of [
      `MSG.NEXT.${foreignConsumer}`,
      `INFO.${foreignConsumer}`,
      `DELETE.${foreignConsumer}`,
    ]) {
      expect(await allowed(as(service).request(`$JS.API.CONSUMER.${call}`))).toBe(false);
    }
    expect(await allowed(as(service).request(`$JS.ACK.${foreignConsumer}.1.1.1.1.0`))).toBe(false);
  });

  // A request can name a different subject in its body than in its own subject, to which the permissions apply.
  it.each(events.filter(({ service, access }) => !includes(access.consume, service)))(
    '$service may not take $subject through a consumer of another event',
    async (cell) => {
      const { service, subject } = cell;
      for (const { subject: own } of consumedBy(service)) {
        const durable = names.durable(service, own);
        const path = `$JS.API.CONSUMER.CREATE.${stream}.${durable}`;
        const body = (filter: object) =>
          JSON.stringify({ stream_name: stream, config: { durable_name: durable, ...filter } });
        const of = { filter_subject: subject };
        expect(await allowed(as(service).request(`${path}.${subject}`, body(of)))).toBe(false);
        for (const filter of [of, { filter_subjects: [own, subject] }]) {
          const answer = await as(service).request(`${path}.${own}`, body(filter));
          expect(answer.json()).toMatchObject({ error: { err_code: FILTER_DIFFERS } });
        }
      }
    },
  );

  const buckets = (right: 'read' | 'write') =>
    SERVICES.flatMap((service) =>
      Object.entries(BUCKETS).map(([bucket, access]) => {
        const yes = includes(access[right], service);
        return [service, expected(yes), bucket, yes] as const;
      }),
    );
  const ownerOf = (bucket: string) => BUCKETS[bucket as keyof typeof BUCKETS].write[0];

  it.each(buckets('write'))('%s %s write %s', async (service, _, bucket, yes) => {
    const own = `$KV.${bucket}.${service}`;
    expect(await allowed(jetstream(as(service)).publish(own, 'there'))).toBe(yes);
    const removed = headers();
    removed.set('KV-Operation', 'DEL');
    expect(await allowed(jetstream(as(service)).publish(own, '', { headers: removed }))).toBe(yes);
    const stored = `$JS.API.STREAM.MSG.GET.KV_${bucket}`;
    const last = JSON.stringify({ last_by_subj: `$KV.${bucket}.there` });
    expect(await allowed(as(service).request(stored, last))).toBe(yes);
  });

  it.each(buckets('read'))('%s %s follow %s', async (service, _, bucket, yes) => {
    await (await bucketOf(ownerOf(bucket), bucket)).put('there', `for ${service}`);
    const seen: string[] = [];
    const follow = async () => {
      const watch = await (await bucketOf(service, bucket)).watch({ key: 'there' });
      for await (const entry of watch) {
        seen.push(entry.string());
        break;
      }
      watch.stop();
    };
    expect(await allowed(follow())).toBe(yes);
    expect(seen).toEqual(yes ? [`for ${service}`] : []);
  });

  it.each(SERVICES)(
    '%s may not change, empty or read the stream except through its consumers',
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

  // The server sends the result of a direct get to any reply subject.
  it.each(SERVICES)(
    '%s may not make the server publish a value written to a bucket',
    async (service) => {
      for (const bucket of Object.keys(BUCKETS)) {
        const direct = `$JS.API.DIRECT.GET.KV_${bucket}`;
        expect(await allowed(as(service).request(direct, '{"last_by_subj":"$KV.>"}'))).toBe(false);
        expect(await allowed(as(service).request(`${direct}.$KV.${bucket}.there`))).toBe(false);
      }
    },
  );

  it.each(SERVICES)('%s may subscribe only to its own replies', async (service) => {
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

  const connecting = (who: object) => connect({ servers: nats.url, reconnect: false, ...who });

  it.each([
    ['without a user', {}],
    ['as the previous user', { user: 'casement', pass: passwordOf('auth') }],
  ])('refuse a connection %s', async (_, who) => {
    await expect(connecting(who)).rejects.toThrow(/authorization/i);
  });

  it.each(
    SERVICES.flatMap((service) =>
      SERVICES.filter((one) => one !== service).map((other) => [service, other] as const),
    ),
  )('%s cannot connect with the password of %s', async (user, other) => {
    await expect(connecting({ user, pass: passwordOf(other) })).rejects.toThrow(/authorization/i);
  });
});

// The server delivers only to a deliver subject that has a subscription to exactly that subject. The streams' own
// subscriptions, `install.>` and `$KV.blocked_ips.>`, are not exact.
describe('JetStream deliver subjects', () => {
  it.each(SERVICES)('cannot be used by %s to inject events or bucket entries', async (service) => {
    const { as, bucketOf, close } = await start();
    /** Returns the error number, or whether a message was delivered. */
    const create = async (
      name: string,
      config: { filter_subject: string; [key: string]: string },
    ) => {
      const [of = ''] = name.split('.');
      const path = `$JS.API.CONSUMER.CREATE.${name}.${config.filter_subject}`;
      const answer = await as(service).request(path, JSON.stringify({ stream_name: of, config }));
      const { error } = answer.json<{ error?: { err_code: number } }>();
      if (error) return error.err_code;
      const info = await as(service).request(`$JS.API.CONSUMER.INFO.${name}`);
      return info.json<{ push_bound?: boolean }>().push_bound ?? false;
    };
    for (const [bucket, access] of Object.entries(BUCKETS)) {
      await (await bucketOf(access.write[0], bucket)).put('there', '{}');
      for (const deliver_subject of Object.keys(EVENTS)) {
        const name = deliver_subject.replaceAll('.', '_');
        const config = { name, filter_subject: `$KV.${bucket}.>`, deliver_subject };
        expect(await create(`KV_${bucket}.${name}`, config)).toBe(false);
      }
    }
    for (const { subject } of consumedBy(service)) {
      const durable = names.durable(service, subject);
      const config = { durable_name: durable, filter_subject: subject };
      const to = (deliver_subject: string) =>
        create(`${stream}.${durable}`, { ...config, deliver_subject });
      expect(await to('install.job.status-changed.v1')).toBe(FORMS_A_CYCLE);
      expect(await to(`$KV.${Object.keys(BUCKETS)[0]}.there`)).toBe(false);
    }
    const { state } = await (await jetstreamManager(as(service))).streams.info(stream);
    expect(state.messages).toBe(0);
    await close();
  });
});

describe('replaced NATS password', () => {
  it.each(SERVICES)(
    'disconnects %s, which can reconnect only with the new password',
    async (service) => {
      const users = (version: string) => [
        natsUsers((one) => `"${one === service ? version : passwordOf(one)}"`, names),
      ];
      const server = await DedicatedNats.start(users('before-1'));
      const open = (user: ServiceName, pass: string) =>
        connect({ servers: server.url, reconnect: false, user, pass });
      const old = await open(service, 'before-1');
      const others = await Promise.all(
        SERVICES.filter((one) => one !== service).map((one) => open(one, passwordOf(one))),
      );
      server.reload(users('after-1'));
      await old.closed();
      await expect(open(service, 'before-1')).rejects.toThrow(/authorization/i);
      const fresh = await open(service, 'after-1');
      for (const connection of [fresh, ...others]) {
        expect(connection.isClosed()).toBe(false);
        await connection.close();
      }
      await server.close();
    },
  );
});

describe('NATS server of a foreign authority', () => {
  it('receives no password', async () => {
    const authority = await LocalAuthority.create();
    const folder = mkdtempSync(join(tmpdir(), 'casement-nats-tls-'));
    writeIdentity(folder, await authority.issue({ uris: [], names: ['localhost'] }));
    const file = (name: string) => JSON.stringify(join(folder, name));
    const server = await DedicatedNats.start([
      natsUsers((service) => `"${passwordOf(service)}"`, names),
      `tls { cert_file: ${file('tls.crt')}, key_file: ${file('tls.key')} }`,
    ]);
    const address = server.url.replace('nats://127.0.0.1', 'tls://auth:p-auth@localhost');
    const options = { ...serversOf(address), reconnect: false };
    await expect(connect(options)).rejects.toThrow(/self.signed|unable to (get|verify)/i);
    writeFileSync(join(folder, 'ca.crt'), authority.pem);
    const trusted = await connect({ ...options, ...serversOf(address, { NATS_TLS_DIR: folder }) });
    expect(trusted.isClosed()).toBe(false);
    await trusted.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });
});

const serversOf = (NATS_URL: string, files = {}) =>
  natsServers({ NATS_URL, NATS_CREDS_FILE: '', NATS_TLS_DIR: '', ...files });
