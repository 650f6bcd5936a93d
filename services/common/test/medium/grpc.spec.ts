import { once } from 'node:events';
import { createServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { AuthService } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { runInContext } from '@casement/common/core/context/request-context.js';
import { grpcClient, type GrpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { ConsumerProbe, sample } from './sample/sample.service.js';

describe('gRPC', () => {
  let app: TestApp;
  let client: GrpcClient<AuthService>;
  beforeAll(async () => {
    app = await testApp(sample);
    client = grpcClient('auth', { url: app.grpcUrl, idempotent: ['GetUsers'] });
  });
  afterAll(async () => {
    client.close();
    await app.close();
  });

  it('returns responses in the generated types and propagates the correlation id', async () => {
    const answer = await runInContext({ correlationId: 'grpc-request-1' }, () =>
      client.GetUsers({ ids: ['a'] }),
    );
    expect(answer).toEqual({
      users: [
        {
          id: 'a',
          username: 'grpc-request-1',
          email: '',
          isVerified: true,
          admin: false,
        },
      ],
    });
    expect(await client.GetUsers({ ids: [] })).toEqual({ users: [] });
  });

  it('rethrows the error of the server', async () => {
    await expect(client.GetUsers({ ids: ['missing'] })).rejects.toMatchObject({
      kind: 'not_found',
      code: 'NOT_FOUND',
      message: 'No such user',
    });
  });

  it('hides unexpected errors', async () => {
    await expect(client.GetUsers({ ids: ['broken'] })).rejects.toMatchObject({
      kind: 'internal',
      code: 'INTERNAL',
      message: 'Something went wrong. Please try again.',
    });
  });

  it('fails with UNAVAILABLE if no server responds', async () => {
    const url = `127.0.0.1:${await freePort()}`;
    const unreachable = grpcClient('auth', { url, idempotent: ['GetUsers'] });
    await expect(unreachable.GetUsers({ ids: [] })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    unreachable.close();
  });

  it('connects before the first call on request', async () => {
    const sessions: ServerHttp2Session[] = [];
    const server = createServer().listen(0, '127.0.0.1');
    server.on('session', (session) => sessions.push(session));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const early = grpcClient('auth', { url: `127.0.0.1:${port}` });
    await early.connect();
    expect(sessions).toHaveLength(1);
    early.close();
    sessions[0]?.destroy();
    server.close();
  });

  it('tolerates connecting to an unavailable server', async () => {
    const url = `127.0.0.1:${await freePort()}`;
    const soleClient = grpcClient('auth', { url });
    await soleClient.connect();
    soleClient.close();
  });

  it('balances over all replicas and loses no call while one restarts', async () => {
    const shared = { database: app.database, nats: app.nats, tokens: app.tokens };
    const twin = await testApp(sample, shared);
    // The client does not retry these calls. The deadline only catches hangs.
    const url = `ipv4:${app.grpcUrl},${twin.grpcUrl}`;
    const twins = grpcClient('auth', { url, deadlineMs: 60_000 });
    let going = true;
    const caller = async () => {
      while (going) await twins.GetUsers({ ids: ['a'] });
    };
    const callers = Promise.all([caller(), caller(), caller()]);
    const answering = async (one: TestApp) => {
      const before = one.get(ConsumerProbe).grpcCalls;
      // A failed call ends the wait and the test.
      await Promise.race([waitFor(() => one.get(ConsumerProbe).grpcCalls > before + 20), callers]);
    };

    await answering(app);
    await answering(twin);
    await twin.close();
    await answering(app);
    const GRPC_PORT = twin.grpcUrl.split(':')[1];
    const again = await testApp(sample, { ...shared, env: { GRPC_PORT } });
    await answering(again);
    going = false;
    await callers;
    twins.close();
    await again.close();
  });
});
