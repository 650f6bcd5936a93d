import {
  loadPackageDefinition,
  Server,
  ServerCredentials,
  type GrpcObject,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { join } from 'node:path';
import type {
  GetUsersRequest,
  GetUsersResponse,
} from '@casement/proto/gen/casement/auth/v1/auth_service.js';

const PROTO = join(__dirname, '..', '..', '..', '..', 'proto');

/** Accepts every user, because the calls of billing and install to auth are not under test. */
export async function startStandInAuth(): Promise<{ url: string; close: () => void }> {
  const file = join(PROTO, 'casement/auth/v1/auth_service.proto');
  const loaded = loadPackageDefinition(loadSync(file, { includeDirs: [PROTO] }));
  const { AuthService } = ((loaded['casement'] as GrpcObject)['auth'] as GrpcObject)[
    'v1'
  ] as GrpcObject as {
    AuthService: ServiceClientConstructor;
  };
  const server = new Server();
  server.addService(AuthService.service, {
    GetUsers: (
      call: { request: GetUsersRequest },
      answer: (error: null, response: GetUsersResponse) => void,
    ) => {
      const users = call.request.ids.map((id) => ({
        id,
        username: `user-${id.slice(-4)}`,
        email: `${id}@example.com`,
        isVerified: true,
        admin: false,
      }));
      answer(null, { users });
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { url: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
}
