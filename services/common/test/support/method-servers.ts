import { join } from 'node:path';
import {
  loadPackageDefinition,
  Server,
  status,
  type ChannelCredentials,
  type ChannelOptions,
  type Client,
  type handleUnaryCall,
  type ServerCredentials,
  type ServiceClientConstructor,
  type ServiceError,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { METHODS } from '@casement/proto/access/access.js';
import { PROTO_ROOT } from '@casement/proto/files.js';
import { PROTO_LOADER_OPTIONS } from '@casement/common/platform/grpc/proto-options.js';

/** Splits `/casement.auth.v1.AuthService/GetUsers` into the service (auth) and its parts. */
export function partsOf(path: string) {
  const [, serviceName = '', method = ''] = path.split('/');
  const [, owner = '', , service = ''] = serviceName.split('.');
  return { owner, service, method, proto: `casement/${owner}/v1/${owner}_service.proto` };
}

const constructors = new Map<string, ServiceClientConstructor>();

function constructorOf(path: string): ServiceClientConstructor {
  const { owner, service, proto } = partsOf(path);
  const known = constructors.get(proto);
  if (known) return known;
  const tree = loadPackageDefinition(loadSync(join(PROTO_ROOT, proto), PROTO_LOADER_OPTIONS));
  const at = ['casement', owner, 'v1', service];
  let node: unknown = tree;
  for (const part of at) node = (node as Record<string, unknown>)[part];
  const found = node as ServiceClientConstructor;
  constructors.set(proto, found);
  return found;
}

export interface MethodServer {
  url: string;
  /** Remote addresses of the calls that ran, one per connection. */
  callers: Set<string>;
  /** Paths of the calls that ran, in order. */
  answered: string[];
  /** Serial numbers of the callers' certificates. */
  certificates: Set<string>;
  close(): void;
}

/** Starts a gRPC server with every method of one service. Each method returns an empty message. */
export async function serveMethods(
  owner: string,
  credentials: ServerCredentials,
  options: ChannelOptions = {},
): Promise<MethodServer> {
  const callers = new Set<string>();
  const answered: string[] = [];
  const certificates = new Set<string>();
  const server = new Server(options);
  const path = Object.keys(METHODS).find((one) => partsOf(one).owner === owner)!;
  const { service } = constructorOf(path);
  const answer: handleUnaryCall<unknown, object> = (call, done) => {
    callers.add(call.getPeer());
    answered.push(call.getPath());
    const certificate = call.getAuthContext().sslPeerCertificate;
    if (certificate) certificates.add(certificate.serialNumber);
    done(null, {});
  };
  server.addService(
    service,
    Object.fromEntries(Object.keys(service).map((name) => [name, answer])),
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  const url = `127.0.0.1:${port}`;
  return { url, callers, answered, certificates, close: () => server.forceShutdown() };
}

/** Calls a method once, like any caller with the .proto files. Resolves with the gRPC status code. */
export async function callMethod(
  path: string,
  url: string,
  credentials: ChannelCredentials,
): Promise<status> {
  const { owner, method } = partsOf(path);
  const Constructor = constructorOf(path);
  const options = { 'grpc.ssl_target_name_override': owner };
  const client: Client = new Constructor(url, credentials, options);
  try {
    return await new Promise<status>((resolve) => {
      const call = Reflect.get(client, method) as (
        request: object,
        options: object,
        done: (error: ServiceError | null) => void,
      ) => void;
      call.call(client, {}, { deadline: Date.now() + 10_000 }, (error) =>
        resolve(error?.code ?? status.OK),
      );
    });
  } finally {
    client.close();
  }
}
