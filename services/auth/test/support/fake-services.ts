import { join } from 'node:path';
import {
  loadPackageDefinition,
  Server,
  ServerCredentials,
  status,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { PROTO_ROOT } from '@casement/proto/files.js';

export interface FakeService {
  url: string;
  /** Response to subsequent calls: a message, an error, or no response. */
  answer: object | 'error' | 'silence';
  requests: object[];
  close(): void;
}

/** Starts a real gRPC server that answers every call of one method with the same message. */
export async function fakeService(
  service: string,
  method: string,
  answer: object,
): Promise<FakeService> {
  const fake: FakeService = { url: '', answer, requests: [], close: () => undefined };
  const served = await serve(service, {
    [method]: (call, done) => {
      fake.requests.push(call.request);
      if (fake.answer === 'error') return done({ code: status.INTERNAL });
      if (fake.answer !== 'silence') done(null, fake.answer);
    },
  });
  return Object.assign(fake, served);
}

type Handler = (
  call: { request: object },
  done: (error: { code: number } | null, message?: object) => void,
) => void;

/** Fake of the install service's part in account deletions. Records the calls. */
export interface FakeInstall {
  url: string;
  /** Number of installs in progress that is returned for every user. */
  active: number;
  /** `away` fails immediately, `silent` never answers. */
  availability: 'there' | 'away' | 'silent';
  /** Received calls, e.g. `close`, `reopen`. */
  calls: string[];
  /** Users whose new installs are currently refused. */
  closed: Set<string>;
  close(): void;
}

export async function fakeInstall(): Promise<FakeInstall> {
  const fake: FakeInstall = {
    url: '',
    active: 0,
    availability: 'there',
    calls: [],
    closed: new Set(),
    close: () => undefined,
  };
  const answering =
    (name: string, act: (userId: string) => object): Handler =>
    (call, done) => {
      fake.calls.push(name);
      if (fake.availability === 'away') return done({ code: status.UNAVAILABLE });
      if (fake.availability === 'there')
        done(null, act((call.request as { userId: string }).userId));
    };
  const served = await serve('casement.install.v1.InstallService', {
    CloseUser: answering('close', (userId) => {
      fake.closed.add(userId);
      return { active: fake.active };
    }),
    ReopenUser: answering('reopen', (userId) => {
      fake.closed.delete(userId);
      return { open: true };
    }),
  });
  return Object.assign(fake, served);
}

async function serve(
  service: string,
  handlers: Record<string, Handler>,
): Promise<{ url: string; close(): void }> {
  const [, name] = /casement\.(\w+)\./.exec(service) ?? [];
  const proto = join(PROTO_ROOT, `casement/${name}/v1/${name}_service.proto`);
  const options = { includeDirs: [PROTO_ROOT], longs: Number, enums: String, defaults: true };
  let found: unknown = loadPackageDefinition(loadSync(proto, options));
  for (const part of service.split('.')) found = (found as Record<string, unknown>)[part];

  const server = new Server();
  server.addService((found as ServiceClientConstructor).service, handlers);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { url: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
}
