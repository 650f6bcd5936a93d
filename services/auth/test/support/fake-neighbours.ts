import { join } from 'node:path';
import {
  loadPackageDefinition,
  Server,
  ServerCredentials,
  status,
  type ServiceClientConstructor,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { PROTO_ROOT } from '@casement/proto/files.js';

export interface FakeNeighbour {
  url: string;
  /** What it answers from now on: a message, an error, or nothing at all. */
  answer: object | 'error' | 'silence';
  requests: object[];
  close(): void;
}

/** A real gRPC server that answers every call of one method with the same message. */
export async function fakeNeighbour(
  service: string,
  method: string,
  answer: object,
): Promise<FakeNeighbour> {
  const [, name] = /casement\.(\w+)\./.exec(service) ?? [];
  const proto = join(PROTO_ROOT, `casement/${name}/v1/${name}_service.proto`);
  const options = { includeDirs: [PROTO_ROOT], longs: Number, enums: String, defaults: true };
  let found: unknown = loadPackageDefinition(loadSync(proto, options));
  for (const part of service.split('.')) found = (found as Record<string, unknown>)[part];

  const fake: FakeNeighbour = {
    url: '',
    answer,
    requests: [],
    close: () => server.forceShutdown(),
  };
  const server = new Server();
  const implementation: UntypedServiceImplementation = {
    [method]: (
      call: { request: object },
      done: (error: { code: number } | null, message?: object) => void,
    ) => {
      fake.requests.push(call.request);
      if (fake.answer === 'error') return done({ code: status.INTERNAL });
      if (fake.answer !== 'silence') done(null, fake.answer);
    },
  };
  server.addService((found as ServiceClientConstructor).service, implementation);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  fake.url = `127.0.0.1:${port}`;
  return fake;
}
