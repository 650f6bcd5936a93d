import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  loadPackageDefinition,
  Metadata,
  status,
  type Client,
  type ServiceClientConstructor,
  type ServiceError,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { PROTO_ROOT } from '@casement/proto/files.js';
import { context, propagation, SpanKind, type TextMapSetter } from '@opentelemetry/api';
import { newCorrelationId } from '../../core/context/correlation-id.js';
import { correlationId } from '../../core/context/request-context.js';
import type { Identity } from '../identity/identity.js';
import { inSpan } from '../../core/tracing/spans.js';
import { fromServiceError } from './service-error.js';
import { GrpcConnection } from './grpc-connection.js';
import { CORRELATION_METADATA, LOADER } from './proto-options.js';

export interface GrpcClientOptions<T> {
  /** `casement.billing.v1` */
  package: string;
  /** `BillingService` */
  service: string;
  /** `casement/billing/v1/billing_service.proto` */
  proto: string;
  /** A gRPC target; of several addresses all are used, those that don't answer are left out. */
  url: string;
  /** This process's own, for servers that ask for it. */
  identity?: Identity;
  /** For the whole call, its repetitions included. Milliseconds; 800 unless given. */
  deadlineMs?: number;
  /** Methods that may be repeated when the server could not be reached. None unless given. */
  idempotent?: readonly (keyof T & string)[];
}

export type GrpcClient<T> = T & {
  /**
   * Connects before the first call, whose deadline would have to pay for it. Ends when the other side has accepted or refused,
   * after two seconds at most, and never fails.
   */
  connect(): Promise<void>;
  close(): void;
};

type Call = (
  request: unknown,
  metadata: Metadata,
  options: { deadline: number },
  done: (error: ServiceError | null, response: unknown) => void,
) => void;

const RETRIES = 2;
const RETRY_WAIT_MS = 50;
/**
 * What grpc-js says of a stream that the server did not begin, as one whose connection has reached its age: any call may be
 * sent again then (RFC 9113 §8.7). grpc-js does that automatically, once.
 */
const REFUSED = 'Stream refused by server';

/**
 * A typed client of another service: promises, always a deadline, the correlation id carried on,
 * the server's DomainErrors thrown here again. Not reached in time → UNAVAILABLE.
 *
 * @example
 * const users = grpcClient<AuthService>({
 *   package: 'casement.auth.v1', service: 'AuthService',
 *   proto: 'casement/auth/v1/auth_service.proto', url: config.AUTH_GRPC_URL, identity, idempotent: ['GetUsers'],
 * });
 * const { users: found } = await users.GetUsers({ ids });
 */
export function grpcClient<T extends object>(options: GrpcClientOptions<T>): GrpcClient<T> {
  const { deadlineMs = 800, idempotent = [] } = options;
  const Constructor = findService(options.proto, `${options.package}.${options.service}`);
  const connection = new GrpcConnection(Constructor, options);

  const call = async (method: string, request: unknown): Promise<unknown> => {
    const deadline = Date.now() + deadlineMs;
    const mayRepeat = idempotent.includes(method as never);
    for (let retries = RETRIES; ; retries -= 1) {
      try {
        return await callOnce(await connection.client(deadline), method, request, deadline);
      } catch (error) {
        const { code, details } = error as ServiceError;
        const worthwhile = code === status.UNAVAILABLE && (mayRepeat || details === REFUSED);
        if (retries === 0 || !worthwhile || Date.now() + RETRY_WAIT_MS > deadline) {
          throw fromServiceError(error as ServiceError);
        }
        await wait(RETRY_WAIT_MS);
      }
    }
  };

  const methods = Object.values(Constructor.service).map(({ path }) => path.split('/').at(-1)!);
  return Object.fromEntries([
    ...methods.map((name) => [
      name,
      (request: unknown) =>
        inSpan(`${options.service}/${name}`, { kind: SpanKind.CLIENT }, () => call(name, request)),
    ]),
    ['connect', () => connection.attempt()],
    ['close', () => connection.close()],
  ]) as GrpcClient<T>;
}

const setter: TextMapSetter<Metadata> = {
  set: (metadata, key, value) => metadata.set(key, value),
};

function callOnce(client: Client, method: string, request: unknown, deadline: number) {
  const metadata = new Metadata();
  metadata.set(CORRELATION_METADATA, correlationId() ?? newCorrelationId());
  propagation.inject(context.active(), metadata, setter);
  return new Promise((resolve, reject) => {
    const send = Reflect.get(client, method) as Call;
    send.call(client, request, metadata, { deadline }, (error, response) => {
      if (error) reject(error);
      else resolve(response);
    });
  });
}

function findService(proto: string, name: string): ServiceClientConstructor {
  const tree = loadPackageDefinition(loadSync(join(PROTO_ROOT, proto), LOADER));
  let node: unknown = tree;
  for (const part of name.split('.')) node = (node as Record<string, unknown> | undefined)?.[part];
  if (!node) throw new Error(`${proto} has no service ${name}`);
  return node as ServiceClientConstructor;
}
