import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { WebhookWithSecret } from '@casement/proto/http/install/webhooks/webhooks.js';
import { DedicatedNats } from '@casement/local/testing/dedicated-nats.js';
import { WebhookEvents } from '../../src/webhooks/webhook-events.js';
import { installApp } from '../factories/install-app.js';
import { NameServer } from '../fakes/name-server.js';
import { missingPythonVerifier, verifiedByPython } from '../fakes/python-verifier.js';
import { answered, verified, WebhookReceiver } from '../fakes/webhook-receiver.js';
import { ServiceProcess } from '@casement/common/testing/service-process.js';

jest.setTimeout(3_600_000);

const SOAK = process.env.SOAK_WEBHOOKS;
/** `make soak-webhooks` sends 10,000. The default is a small fraction. */
const EVENTS = Number(SOAK ?? 240);
const INSTALLS_PER_USER = 5;
const LONG = { timeoutMs: 3_000_000, everyMs: 100 };
/** Response time of the slow receiver. Another receiver never responds. */
const SLOW_MS = 3_000;
const PRIVATE = '127.0.0.11';

const KINDS = [
  ...Array.from({ length: 12 }, () => 'good'),
  ...['slow', 'slow', 'failing', 'failing', 'silent', 'lying', 'redirecting', 'rebinding'],
] as const;

interface Endpoint extends WebhookWithSecret {
  kind: string;
  path: string;
  userId: string;
}

describe(`${EVENTS} events to ${KINDS.length} webhooks`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'casement-webhooks-'));
  let server: DedicatedNats;
  let nats: TestNats;
  let names: NameServer;
  let receiver: WebhookReceiver;
  let inside: WebhookReceiver;
  let app: Awaited<ReturnType<typeof installApp>>;
  let worker: ServiceProcess;
  let isHealed = false;
  let lookups = 0;
  const endpoints: Endpoint[] = [];

  beforeAll(async () => {
    server = await DedicatedNats.start();
    nats = await testNats(server.url);
    receiver = await WebhookReceiver.start();
    inside = await WebhookReceiver.start(PRIVATE);
    // The first lookup returns an allowed address, and every later one returns a private address.
    names = await NameServer.start(() => [(lookups += 1) === 1 ? receiver.host : PRIVATE]);
    const env = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.10/32' };
    app = await installApp({ nats, env });
    const ports = { HTTP_PORT: String(await freePort()), GRPC_PORT: String(await freePort()) };
    const dns = `import dns from 'node:dns'; dns.setServers([${JSON.stringify(names.address)}]);`;
    worker = new ServiceProcess(
      'install',
      {
        ...app.env,
        ...env,
        ...ports,
        DATA_DIR: folder,
        INSTALL_WORKER: 'true',
        INSTALL_LEASE_SECONDS: '10',
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(dns)}`,
      },
      join(folder, 'worker.log'),
    );
    await worker.start();
    for (const [n, kind] of KINDS.entries()) endpoints.push(await anEndpoint(kind, n));
  });
  afterAll(async () => {
    await worker.stop();
    await app.close();
    await nats.close();
    await server.close();
    names.close();
    await Promise.all([receiver.close(), inside.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  async function anEndpoint(kind: string, n: number): Promise<Endpoint> {
    const [path, userId] = [`/${n}-${kind}`, newId()];
    const url = kind === 'rebinding' ? receiver.url(path, 'rebinding.example') : receiver.url(path);
    const answer = {
      slow: (response: Parameters<ReturnType<typeof answered>>[0]) =>
        void setTimeout(() => response.writeHead(204).end(), SLOW_MS),
      failing: answered(500),
      silent: () => undefined,
      lying: (response: Parameters<ReturnType<typeof answered>>[0]) => {
        response.writeHead(200, { 'content-length': '1000000' }).write('not that long');
        setTimeout(() => response.destroy(), 50);
      },
      redirecting: answered(302, '', { location: inside.url('/') }),
      rebinding: answered(500),
    }[kind];
    if (answer)
      receiver.answers.set(path, (response, received) =>
        (isHealed ? answered(204) : answer)(response, received),
      );
    const { body } = await app.http
      .post('/api/user/webhooks')
      .set(app.as({ userId }))
      .send({ url, events: ['install.phase', 'topup.paid'] })
      .expect(201);
    return { ...(body.data as WebhookWithSecret), kind, path, userId };
  }

  const installs = new Map<string, string[]>();
  const sentAt = new Map<string, number>();
  const ofInstall: Record<string, string[]> = {};

  /** Sends every second event by NATS, like other services, and the others as install changes in a transaction. */
  async function send(n: number): Promise<void> {
    const { userId } = endpoints[n % endpoints.length];
    const round = Math.floor(n / endpoints.length);
    const id = newId();
    sentAt.set(id, Date.now());
    if (round % 2 === 0) {
      const paid = { topupId: id, userId, reference: `T-${n}`, quantity: 1, finalAmount: 45_000 };
      await nats.publish('billing.topup.paid.v1', paid, { id });
      return;
    }
    const own = installs.get(userId) ?? Array.from({ length: INSTALLS_PER_USER }, newId);
    installs.set(userId, own);
    const key = own[round % INSTALLS_PER_USER];
    (ofInstall[key] ??= []).push(id);
    await app
      .get(Database)
      .transaction((tx) =>
        app
          .get(WebhookEvents)
          .add(tx, { userId, type: 'install.phase', id, key, data: { id: key } }),
      );
  }

  const sendAll = async (from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      await send(n);
      // Limits the event rate, so that the test does not measure a queue that it created itself.
      if (n % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  const waiting = async (kinds: readonly string[]) => {
    const ids = endpoints.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
    const [{ count }] = await app.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_delivery WHERE status = 'waiting' AND endpoint_id = ANY ($1)`,
      [ids],
    );
    return count;
  };
  const idOf = (request: { headers: Record<string, unknown> }) =>
    String(request.headers['webhook-id']);
  const firstArrivals = (path: string) => [...new Set(receiver.at(path).map(idOf))];

  it('loses no event, keeps the order of each install and isolates slow receivers', async () => {
    const half = EVENTS / 2;
    await sendAll(0, half);
    await waitFor(async () => (await waiting(['good'])) === 0, LONG);
    const goodRequests = receiver.received.filter(({ path }) => path.endsWith('-good'));
    const delays = goodRequests.map((one) => one.at - sentAt.get(idOf(one))!).sort((a, b) => a - b);
    const p95 = delays[Math.floor(delays.length * 0.95)];

    // Kills and restarts the worker while more events are sent, then NATS.
    const rest = sendAll(half, half + EVENTS / 4);
    await worker.kill();
    await rest;
    await worker.start();
    await server.kill();
    await server.restart();
    await waitFor(() => nats.connection.rtt().then(() => true));
    await sendAll(half + EVENTS / 4, EVENTS);

    const total = async () => {
      const [{ count }] = await app.database.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM webhook_delivery',
      );
      return count === EVENTS;
    };
    await waitFor(total, LONG);
    await waitFor(async () => (await waiting(['good', 'slow', 'lying'])) === 0, LONG);
    expect(await waiting(['failing', 'silent', 'redirecting', 'rebinding'])).toBeGreaterThan(0);

    isHealed = true;
    const failingKinds = ['failing', 'silent', 'redirecting'];
    await waitFor(
      async () => {
        await app.database.query(
          `UPDATE webhook_delivery SET next_try_at = now() WHERE status = 'waiting'`,
        );
        return (await waiting(failingKinds)) === 0;
      },
      { ...LONG, everyMs: 1_000 },
    );

    const received = endpoints.filter(({ kind }) => kind !== 'rebinding');
    const arrived = received.flatMap(({ path }) => firstArrivals(path));
    expect(new Set(arrived).size).toBe((EVENTS / KINDS.length) * received.length);
    for (const { path, userId } of received) {
      const order = firstArrivals(path);
      for (const key of installs.get(userId) ?? []) {
        const ids = ofInstall[key] ?? [];
        expect(order.filter((id) => ids.includes(id))).toEqual(ids);
      }
    }
    expect(inside.received).toEqual([]);
    expect(lookups).toBeGreaterThan(1);

    const repeated = receiver.received.filter(({ path }) => path.endsWith('-good')).length;
    const once = new Set(receiver.received.filter(({ path }) => path.endsWith('-good')).map(idOf))
      .size;
    process.stdout.write(
      `webhooks: p95 of a good endpoint ${p95} ms (median ${delays[Math.floor(delays.length / 2)]} ms), ${repeated - once} sent twice\n`,
    );
    expect(p95).toBeLessThan(10_000);

    const secrets = new Map(endpoints.map(({ path, secret }) => [path, secret]));
    const latest = receiver.received
      .filter(({ at }) => at > Date.now() - 240_000)
      .map((one) => ({ ...one, secret: secrets.get(one.path)! }));
    for (const one of latest) verified(one, one.secret);
    if (!SOAK) return;
    const missing = missingPythonVerifier();
    if (missing !== null) throw new Error(missing);
    process.stdout.write(`webhooks: PyPI's library verified ${verifiedByPython(latest)}\n`);
  });
});
