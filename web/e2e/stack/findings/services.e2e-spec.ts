import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { expect, test } from '../../support/console-errors.js';
import { administrator } from '../accounts.js';
import { address, call, expectNotBlocked } from '../attackers.js';
import { serviceAddresses, type ServiceAddresses } from './installation.js';

/** Empty message in gRPC framing. */
const EMPTY_MESSAGE = Buffer.alloc(5);

/** Returns the status of a plaintext gRPC call, or undefined if the connection is refused. */
function callGrpc(
  port: number,
  path: string,
  message = EMPTY_MESSAGE,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    const end = (status?: string) => {
      session.destroy();
      resolve(status);
    };
    session.on('error', () => end());
    session.on('close', () => resolve(undefined));
    const headers = { 'content-type': 'application/grpc', te: 'trailers' };
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
    let status: string | undefined;
    const read = (given: Record<string, unknown>) => (status ??= given['grpc-status'] as string);
    stream
      .on('response', read)
      .on('trailers', read)
      .on('data', () => undefined);
    stream.on('error', () => end()).on('end', () => end(status));
    stream.end(message);
  });
}

/** Connects to NATS without a user and returns `PONG` or the error. */
async function greetNats({ hostname, port }: URL): Promise<string> {
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.on('data', (part: Buffer) => (said += part.toString()));
  await once(socket, 'data');
  socket.write('CONNECT {"verbose":false}\r\nPING\r\n');
  await expect.poll(() => said).toMatch(/\r\n(PONG|-ERR .*)\r\n/);
  socket.destroy();
  return /\r\n(PONG|-ERR .*)\r\n/.exec(said)![1]!;
}

test.describe('finding 3: services trusted any caller that reached them', () => {
  let services: ServiceAddresses;
  test.beforeAll(() => {
    const found = serviceAddresses();
    test.skip(!found, 'no make start on this machine');
    services = found!;
  });

  test('gRPC rejects a process without a client certificate', async () => {
    for (const [service, path] of [
      ['auth', '/casement.auth.v1.AuthService/GetUsers'],
      ['billing', '/casement.billing.v1.BillingService/HoldQuota'],
      ['billing', '/casement.billing.v1.BillingService/GetBalances'],
      ['install', '/casement.install.v1.InstallService/CloseUser'],
      ['telegram', '/casement.telegram.v1.TelegramService/GetLinks'],
    ] as const) {
      expect([path, await callGrpc(services.grpc[service]!, path)]).toEqual([path, undefined]);
    }
  });

  test('a process without a NATS user can neither publish nor lift a block', async () => {
    expect(await greetNats(services.nats)).toContain('Authorization Violation');
  });

  test('a forged gateway log blocks no address', async () => {
    const victim = address(710);
    const entries = Array.from({ length: 20 }, (_, n) => ({
      request: { method: 'GET', uri: `/api/forged-${n}.php`, headers: {} },
      response: { status: 404 },
      client_ip: victim,
      started_at: Date.now(),
    }));
    const answer = await fetch(
      `http://127.0.0.1:${services.http['security']}/internal/gateway-log`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(entries),
      },
    );
    expect(answer.status).toBe(403);
    await expectNotBlocked(victim);
  });
});

test('internal routes do not exist outside', async () => {
  const { token } = await administrator();
  for (const path of ['/internal/gateway-log', '/internal/metrics', '/internal/jwks.json']) {
    const headers = { authorization: `Bearer ${token}` };
    expect((await call(address(711), path, { headers })).status).toBe(404);
  }
});
