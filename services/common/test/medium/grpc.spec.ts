import type { AuthService } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { runInContext } from '@casement/common/context/request-context.js';
import { grpcClient, type GrpcClient } from '@casement/common/grpc/grpc-client.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { sample } from './sample/sample.service.js';

const auth = {
  package: 'casement.auth.v1',
  service: 'AuthService',
  proto: 'casement/auth/v1/auth_service.proto',
};

describe('gRPC', () => {
  let app: TestApp;
  let client: GrpcClient<AuthService>;
  beforeAll(async () => {
    app = await testApp(sample);
    client = grpcClient<AuthService>({ ...auth, url: app.grpcUrl, idempotent: ['GetUsers'] });
  });
  afterAll(async () => {
    client.close();
    await app.close();
  });

  it('answers in the shape of the generated types and carries the correlation id', async () => {
    const answer = await runInContext({ correlationId: 'grpc-request-1' }, () =>
      client.GetUsers({ ids: ['a'] }),
    );
    expect(answer).toEqual({
      users: [{ id: 'a', username: 'grpc-request-1', email: '', isVerified: true, admin: false }],
    });
    expect(await client.GetUsers({ ids: [] })).toEqual({ users: [] });
  });

  it('throws the error of the server again', async () => {
    await expect(client.GetUsers({ ids: ['missing'] })).rejects.toMatchObject({
      kind: 'not_found',
      code: 'NOT_FOUND',
      message: 'No such user',
    });
  });

  it('tells nothing of what the server did not expect', async () => {
    await expect(client.GetUsers({ ids: ['broken'] })).rejects.toMatchObject({
      kind: 'internal',
      code: 'INTERNAL',
      message: 'Something went wrong. Please try again.',
    });
  });

  it('says unavailable when nobody answers', async () => {
    const url = `127.0.0.1:${await freePort()}`;
    const nobody = grpcClient<AuthService>({ ...auth, url, idempotent: ['GetUsers'] });
    await expect(nobody.GetUsers({ ids: [] })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    nobody.close();
  });
});
