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
import type { AuthService } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import type { BillingService } from '@casement/proto/gen/casement/billing/v1/billing_service.js';
import type { InstallService } from '@casement/proto/gen/casement/install/v1/install_service.js';
import type { TelegramService } from '@casement/proto/gen/casement/telegram/v1/telegram_service.js';
import { context, propagation, SpanKind, type TextMapSetter } from '@opentelemetry/api';
import { newCorrelationId } from '../../core/context/correlation-id.js';
import { correlationId } from '../../core/context/request-context.js';
import type { Identity } from '../identity/identity.js';
import { inSpan } from '../../core/tracing/spans.js';
import { fromServiceError } from './service-error.js';
import { GrpcConnection } from './grpc-connection.js';
import { CORRELATION_METADATA, PROTO_LOADER_OPTIONS } from './proto-options.js';

/** gRPC API of each service, as generated from `casement/<name>/v1/<name>_service.proto`. */
interface GrpcApis {
  auth: AuthService;
  billing: BillingService;
  install: InstallService;
  telegram: TelegramService;
}

export interface GrpcClientOptions<T> {
  /** gRPC target. Calls are balanced over all of its reachable addresses. */
  url: string;
  /** Certificate of this process, for servers that require mTLS. */
  identity?: Identity;
  /** Deadline of a call including its retries, in milliseconds; 800 by default. */
  deadlineMs?: number;
  /** Methods that are retried if the server was unreachable; none by default. */
  idempotent?: readonly (keyof T & string)[];
}

export type GrpcClient<T> = T & {
  /**
   * Connects before the first call, so that its deadline does not include the handshake. Resolves after at most two
   * seconds, even if the connection failed.
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
 * grpc-js error text for a stream that the server did not start, e.g. because the connection reached its maximum age.
 * Any call may be retried then (RFC 9113 §8.7). grpc-js itself retries once.
 */
const REFUSED = 'Stream refused by server';

/**
 * Creates a typed client of another service. Calls return promises, always have a deadline, propagate the correlation
 * id and throw the server's DomainErrors; an unreachable server is UNAVAILABLE.
 *
 * @example
 * const auth = grpcClient('auth', { url: config.AUTH_GRPC_URL, identity, idempotent: ['GetUsers'] });
 * const { users } = await auth.GetUsers({ ids });
 */
export function grpcClient<S extends keyof GrpcApis>(
  service: S,
  options: GrpcClientOptions<GrpcApis[S]>,
): GrpcClient<GrpcApis[S]> {
  const { deadlineMs = 800, idempotent = [] } = options;
  const name = `${service[0]!.toUpperCase()}${service.slice(1)}Service`;
  const Constructor = findService(
    `casement/${service}/v1/${service}_service.proto`,
    `casement.${service}.v1.${name}`,
  );
  const connection = new GrpcConnection(Constructor, { service, ...options });

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
    ...methods.map((method) => [
      method,
      (request: unknown) =>
        inSpan(`${name}/${method}`, { kind: SpanKind.CLIENT }, () => call(method, request)),
    ]),
    ['connect', () => connection.attempt()],
    ['close', () => connection.close()],
  ]) as GrpcClient<GrpcApis[S]>;
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
  const tree = loadPackageDefinition(loadSync(join(PROTO_ROOT, proto), PROTO_LOADER_OPTIONS));
  let node: unknown = tree;
  for (const part of name.split('.')) node = (node as Record<string, unknown> | undefined)?.[part];
  if (!node) throw new Error(`${proto} has no service ${name}`);
  return node as ServiceClientConstructor;
}
