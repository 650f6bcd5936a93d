import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect as connectPlain, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { status } from '@grpc/grpc-js';
import { grpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { configureLogging } from '@casement/common/core/logging/logger.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { testApp, type TestApp, type TestAppOptions } from '@casement/common/testing/test-app.js';
import { LocalAuthority, TestIdentities } from '@casement/local/testing/identities.js';
import { Load } from '../support/load.js';
import { callMethod, serveMethods } from '../support/method-servers.js';
import { ConsumerProbe, sample } from './sample/sample.service.js';

const GET_USERS = '/casement.auth.v1.AuthService/GetUsers';
beforeAll(() => configureLogging('identity', 'silent'));

describe('certificate replacement', () => {
  it('takes effect without a restart and fails no call, even with a new authority', async () => {
    const identities = await TestIdentities.create();
    const reloadMs = 20;
    // Limits the age of connections, so that the calls encounter every state of the replacement.
    const options = { 'grpc.max_connection_age_ms': 250 };
    const own = identities.of('auth', { reloadMs }).serverCredentials();
    const server = await serveMethods('auth', own, options);
    const identity = identities.of('billing', { reloadMs });
    const client = grpcClient('auth', { url: server.url, identity, deadlineMs: 60_000 });
    const load = new Load(Array.from({ length: 4 }, () => () => client.GetUsers({ ids: [] })));
    try {
      const successor = await LocalAuthority.create('Casement next authority');
      const both = { 'ca.crt': identities.authority.pem + successor.pem };
      for (const [authority, ca] of [
        [identities.authority, both],
        [successor, both],
        [successor, {}],
      ] as const) {
        for (const service of ['auth', 'billing'] as const) {
          await identities.write(service, authority, ca);
          const { size } = server.callers;
          await load.until(() => server.callers.size > size);
        }
        // Waits until both new certificates are in use: the server's and the caller's.
        expect(await serialOf(server.url, identities.folder('billing'))).toBe(
          serialIn(identities.folder('auth')),
        );
        await load.until(() => server.certificates.has(serialIn(identities.folder('billing'))));
      }
      await load.stop();

      const request = { uris: ['spiffe://casement/billing'] };
      const withdrawn = identities.at('billing', await identities.other('withdrawn', request));
      const code = await callMethod(GET_USERS, server.url, withdrawn.channelCredentials('auth'));
      expect(code).toBe(status.UNAVAILABLE);
    } finally {
      await load.stop().catch(() => undefined);
      client.close();
      server.close();
      identities.close();
    }
  });

  it('ignores mismatched files and keeps the last valid ones', async () => {
    const identities = await TestIdentities.create();
    const server = identities.of('auth', { reloadMs: 10 });
    const before = server.certificate?.serialNumber;
    await identities.write('auth', identities.authority, { 'tls.key': 'no key' });
    server.reload();
    expect(server.certificate?.serialNumber).toBe(before);
    await identities.write('auth');
    server.reload();
    expect(server.certificate?.serialNumber).not.toBe(before);
    identities.close();
  });
});

const serialIn = (folder: string): string =>
  new X509Certificate(readFileSync(join(folder, 'tls.crt'))).serialNumber;

/**
 * Returns the serial number of the server's certificate.
 *
 * @param folder client certificate for the connection
 */
function serialOf(url: string, folder: string): Promise<string> {
  const [host, port] = url.split(':');
  const read = (name: string) => readFileSync(join(folder, name));
  return new Promise((resolve, reject) => {
    const files = { cert: read('tls.crt'), key: read('tls.key'), ca: read('ca.crt') };
    const checkServerIdentity = () => undefined;
    const options = { host, port: Number(port), ...files, checkServerIdentity };
    const socket = connect({ ...options, ALPNProtocols: ['h2'] }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

/** Starts a proxy that delays each connection to the server. */
async function callAfterDelay(url: string, afterMs: number) {
  const [host, port] = url.split(':');
  const server = createServer((near) => {
    near.on('error', () => undefined);
    setTimeout(() => {
      const far = connectPlain(Number(port), host).on('error', () => near.destroy());
      near.pipe(far).pipe(near);
      near.on('close', () => far.destroy());
    }, afterMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}

describe('mTLS migration', () => {
  let identities: TestIdentities;
  let shared: Pick<TestAppOptions, 'database' | 'nats' | 'tokens'>;
  let off: TestApp;
  const start = (mode: string, more: TestAppOptions = {}) =>
    testApp(sample, {
      ...shared,
      ...more,
      env: { GRPC_IDENTITY: mode, IDENTITY_DIR: identities.folder('auth'), ...more.env },
    });
  const clientOf = (url: string, mode: 'off' | 'accept' | 'require') =>
    grpcClient('auth', {
      url,
      deadlineMs: 10_000,
      ...(mode !== 'off' && { identity: identities.of('billing', { mode }) }),
    });
  const works = async (url: string, mode: 'off' | 'accept' | 'require') => {
    const client = clientOf(url, mode);
    try {
      return (await client.GetUsers({ ids: [] })).users.length === 0;
    } catch {
      return false;
    } finally {
      client.close();
    }
  };
  beforeAll(async () => {
    identities = await TestIdentities.create();
    off = await testApp(sample);
    shared = { database: off.database, nats: off.nats, tokens: off.tokens };
  });
  afterAll(async () => {
    await off.close();
    identities.close();
  });

  it('works between each pair of adjacent steps', async () => {
    const accept = await start('accept');
    const require = await start('require');
    const table = [];
    for (const [server, { grpcUrl }] of Object.entries({ off, accept, require }))
      for (const client of ['off', 'accept', 'require'] as const)
        table.push([client, server, await works(grpcUrl, client)]);
    expect(table).toEqual([
      ['off', 'off', true],
      ['accept', 'off', true],
      ['require', 'off', false],
      ['off', 'accept', true],
      ['accept', 'accept', true],
      ['require', 'accept', true],
      ['off', 'require', false],
      ['accept', 'require', true],
      ['require', 'require', true],
    ]);
    await accept.close();
    await require.close();
  });

  it('waits for a slow handshake if the caller accepts both', async () => {
    const require = await start('require');
    const slow = await callAfterDelay(require.grpcUrl, 500);
    try {
      expect(await works(slow.url, 'accept')).toBe(true);
    } finally {
      slow.close();
      await require.close();
    }
  });

  it('restricts a caller with a certificate while calls without one are accepted', async () => {
    const accept = await start('accept');
    const own = identities.of('auth').channelCredentials('auth');
    expect(await callMethod(GET_USERS, accept.grpcUrl, own)).toBe(status.PERMISSION_DENIED);
    await accept.close();
  });

  it('loses no call while the replicas are switched one by one', async () => {
    const ports = [await freePort(), await freePort()];
    const replica = (n: number, mode: string) =>
      start(mode, { env: { GRPC_PORT: String(ports[n]) } });
    const running = [await replica(0, 'off'), await replica(1, 'off')];
    const url = `ipv4:${ports.map((port) => `127.0.0.1:${port}`).join()}`;
    const clients = { off: clientOf(url, 'off'), accept: clientOf(url, 'accept') };
    const required = clientOf(url, 'require');
    const switchTo = async (mode: string, callers: Record<string, (typeof clients)['off']>) => {
      const names = Object.keys(callers);
      const load = new Load(names.map((name) => () => callers[name].GetUsers({ ids: [name] })));
      try {
        for (const n of [0, 1]) {
          await running[n].close();
          running[n] = await replica(n, mode);
          // Waits until every caller has connected to the new replica before the old one stops. In production,
          // DRAIN_MS provides the time for this.
          const { askedFor } = running[n].get(ConsumerProbe);
          await load.until(() => names.every((name) => askedFor.has(name)));
        }
      } finally {
        await load.stop();
      }
    };
    try {
      await switchTo('accept', clients);
      // Connects before the first replica stops. An exiting process would close half-open connections; a server in a
      // test does not.
      await required.GetUsers({ ids: [] });
      await switchTo('require', { accept: clients.accept, required });
    } finally {
      for (const client of [clients.off, clients.accept, required]) client.close();
      for (const app of running) await app.close();
    }
  });
});
