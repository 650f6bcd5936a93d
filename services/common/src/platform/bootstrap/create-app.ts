import { join } from 'node:path';
import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { Transport, type GrpcOptions, type MicroserviceOptions } from '@nestjs/microservices';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PROTO_ROOT } from '@casement/proto/files.js';
import type { BaseValues } from '../../core/config/base-config.js';
import { ClientAddresses } from '../../core/context/client-address.js';
import { contextMiddleware } from '../http/context.middleware.js';
import { blockMiddleware } from '../routes/block.middleware.js';
import { EdgeState } from '../../messaging/edge/edge-state.js';
import { ErrorFilter } from '../http/error.filter.js';
import { GrpcContextInterceptor } from '../grpc/grpc-context.interceptor.js';
import { MixedGrpcServer } from '../grpc/mixed-grpc-server.js';
import { PROTO_LOADER_OPTIONS } from '../grpc/proto-options.js';
import { EnvelopeInterceptor } from '../http/envelope.interceptor.js';
import { crossSiteMiddleware } from '../http/cross-site.middleware.js';
import { gzipJson } from '../http/gzip.middleware.js';
import { noStore } from '../http/no-store.middleware.js';
import { ValidationPipe } from '../http/validation.pipe.js';
import { Identity } from '../identity/identity.js';
import { Jobs } from '../../data/jobs/jobs.js';
import { NestLogger } from '../../core/logging/nest-logger.js';
import { requestLog } from '../http/request-log.middleware.js';
import { DeadLetters } from '../../messaging/dead-letters/dead-letters.js';
import { EventStream } from '../../messaging/event-stream.js';
import { JetStreamServer } from '../../messaging/jetstream.server.js';
import { Nats } from '../../messaging/nats.js';
import { RetryPolicy } from '../../messaging/retry-policy.js';
import { EventMetrics } from '../../messaging/event-metrics.js';
import { Metrics } from '../../core/metrics/metrics.js';
import { requestMetrics } from '../metrics/request-metrics.middleware.js';
import { requestSpans } from '../http/request-spans.middleware.js';
import { PREFIX, PREFIX_EXCLUDES } from '../routes/prefix.js';
import { RouteList } from '../routes/route-list.js';
import type { ServiceDefinition } from './service-definition.js';

/** Maximum age of a connection, so that callers reconnect with their current certificate. */
const CONNECTION_AGE_MS = 600_000;
const CONNECTION_GRACE_MS = 30_000;

/**
 * Keeps raw bodies because callbacks are signed over bytes. Nest's body parsers are off; configureApp adds them after
 * the block check.
 */
export const appOptions: NestApplicationOptions = {
  rawBody: true,
  bodyParser: false,
  logger: new NestLogger(),
  // Startup errors are thrown to the caller, which reports them in one sentence.
  abortOnError: false,
};

/**
 * Adds the transports HTTP, gRPC and events with the same order of checks in every service. Used by `bootstrap` and
 * `testApp`, so that tests run the production setup.
 *
 * @throws the errors of collectRoutes
 */
export async function configureApp<T extends BaseValues>(
  nest: INestApplication,
  definition: ServiceDefinition<T>,
  config: T,
): Promise<NestExpressApplication> {
  const app = nest as NestExpressApplication;
  const routes = app.get(RouteList).all();
  const { apiKeysFrom, ownApiKeys } = definition;
  if (!apiKeysFrom && !ownApiKeys && routes.some(({ keyScope }) => keyScope)) {
    throw new Error(`${definition.name} has a route with @KeyScope() and no apiKeysFrom.`);
  }

  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  // Responses are not cached, so ETags would be useless.
  app.set('etag', false);
  app.use(noStore);
  app.use(contextMiddleware(new ClientAddresses(config.TRUSTED_PROXIES)));
  app.use(requestLog);
  app.use(requestMetrics(app.get(Metrics)));
  app.use(requestSpans);
  app.use(blockMiddleware(app.get(EdgeState), routes, config.SUPPORT_EMAIL));
  app.use(crossSiteMiddleware(config.PUBLIC_URL));
  app.use(gzipJson);
  const limit = definition.bodyLimit ?? '100kb';
  app.useBodyParser('json', { limit });
  app.useBodyParser('urlencoded', { limit, extended: false });

  app.setGlobalPrefix(PREFIX, { exclude: PREFIX_EXCLUDES });
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalInterceptors(new GrpcContextInterceptor(), new EnvelopeInterceptor());

  for (const options of transports(app, definition, config)) {
    app.connectMicroservice(options, { inheritAppConfig: true });
  }
  // Initializes the modules before the transports start, because an event must not reach an uninitialized module.
  await app.init();
  await app.startAllMicroservices();
  app.get(Jobs).start();
  return app;
}

function transports<T extends BaseValues>(
  app: INestApplication,
  definition: ServiceDefinition<T>,
  config: T,
): MicroserviceOptions[] {
  const strategy = new JetStreamServer({
    service: definition.name,
    nats: app.get(Nats),
    stream: app.get(EventStream),
    deadLetters: app.get(DeadLetters),
    retries: app.get(RetryPolicy),
    metrics: app.get(EventMetrics),
    jobs: app.get(Jobs),
  });
  const { grpc } = definition;
  if (!grpc) return [{ strategy }];
  return [{ strategy }, grpcServer(app.get(Identity), grpc, config)];
}

function grpcServer(
  identity: Identity,
  { packages, protos }: NonNullable<ServiceDefinition['grpc']>,
  config: BaseValues,
): MicroserviceOptions {
  const options: GrpcOptions['options'] = {
    url: `${config.HTTP_HOST}:${config.GRPC_PORT}`,
    package: [...packages],
    protoPath: protos.map((proto) => join(PROTO_ROOT, proto)),
    loader: PROTO_LOADER_OPTIONS,
    gracefulShutdown: true,
  };
  if (identity.mode === 'off') return { transport: Transport.GRPC, options };
  // Certificates are checked only when a connection is opened, so the age of connections is limited.
  options.channelOptions = {
    'grpc.max_connection_age_ms': CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
  };
  if (identity.mode === 'accept') return { strategy: new MixedGrpcServer(options, identity) };
  return {
    transport: Transport.GRPC,
    options: { ...options, credentials: identity.serverCredentials() },
  };
}
