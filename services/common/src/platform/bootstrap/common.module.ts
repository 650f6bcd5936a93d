import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_GUARD, ModuleRef } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { ApiKeyVerifier } from '../api-keys/api-key-verifier.js';
import { apiKeyDirectory, ApiKeyDirectory } from '../api-keys/api-key-directory.js';
import { AccessGuard } from '../auth/access.guard.js';
import { JwksKeys } from '../auth/jwks-keys.js';
import { TokenVerifier } from '../auth/token-verifier.js';
import { BaseConfig, type BaseValues } from '../../core/config/base-config.js';
import { SecretBox } from '../../core/crypto/secret-box.js';
import { connectedDataSource } from '../../data/database/data-source.js';
import { Database } from '../../data/database/database.js';
import { PartitionJob } from '../../data/jobs/partition-job.js';
import { EdgeBuckets } from '../../messaging/edge/edge-buckets.js';
import { EdgeState } from '../../messaging/edge/edge-state.js';
import { EdgeWriter } from '../../messaging/edge/edge-writer.js';
import { HealthController } from '../health/health.controller.js';
import { Readiness } from '../health/readiness.js';
import { IdempotencyKeys } from '../../data/idempotency/idempotency-keys.js';
import { Identity } from '../identity/identity.js';
import { Jobs } from '../../data/jobs/jobs.js';
import { NamedLeaseEntity } from '../../data/jobs/named-lease.js';
import { Audit } from '../../messaging/audit.js';
import { DeadLetters } from '../../messaging/dead-letters.js';
import { EventPublisher } from '../../messaging/event-publisher.js';
import { EventStream } from '../../messaging/event-stream.js';
import { Inbox } from '../../messaging/inbox.js';
import { MessagingPruning } from '../../messaging/messaging-pruning.js';
import { Nats } from '../../messaging/nats.js';
import { Outbox } from '../../messaging/outbox.js';
import { OutboxRelay } from '../../messaging/outbox-publisher.js';
import { OutboxWakeup } from '../../messaging/outbox-wakeup.js';
import { RetryPolicy } from '../../messaging/retry-policy.js';
import { EventMetrics } from '../../messaging/event-metrics.js';
import { MessagingMetrics } from '../../messaging/streams/messaging-metrics.js';
import { MetricsController } from '../metrics/metrics.controller.js';
import { Metrics } from '../../core/metrics/metrics.js';
import { StreamKeeper } from '../../messaging/streams/stream-reconciler.js';
import { Signals } from '../../messaging/signals.js';
import { FailedJobs } from '../operations/failed-jobs.js';
import { operationsController } from '../operations/operations.controller.js';
import { OperationsService } from '../operations/operations.service.js';
import { ExternalDependencies } from '../operations/external-dependencies.js';
import { DependencyTestsRepository } from '../operations/dependency-tests.repository.js';
import { Redactor, secretsOf } from '../operations/redactor.js';
import { StuckEvents } from '../operations/stuck-events.js';
import { Tracing } from '../../core/tracing/tracing.js';
import { ShutdownHook } from './shutdown-hook.js';
import { RouteList } from '../routes/route-list.js';
import { RoutesController } from '../routes/routes.controller.js';
import type { ServiceDefinition } from './service-definition.js';
import { SERVICE_NAME } from '../../core/config/service-name.js';

/** What a service may inject without importing anything. */
const services: Provider[] = [
  Nats,
  EventStream,
  StreamKeeper,
  EventPublisher,
  Outbox,
  OutboxWakeup,
  OutboxRelay,
  MessagingPruning,
  Inbox,
  DeadLetters,
  Signals,
  Audit,
  EdgeBuckets,
  EdgeState,
  EdgeWriter,
  ApiKeyVerifier,
  Database,
  Jobs,
  IdempotencyKeys,
  PartitionJob,
  ShutdownHook,
  Readiness,
  RouteList,
  Metrics,
  EventMetrics,
  MessagingMetrics,
  FailedJobs,
  StuckEvents,
  DependencyTestsRepository,
  ExternalDependencies,
  OperationsService,
  Tracing,
  { provide: RetryPolicy, useFactory: () => new RetryPolicy() },
];

@Module({})
export class CommonModule {
  /** The service's own module stands under this one, with the parsed config beside it. */
  static around<T extends BaseValues>(definition: ServiceDefinition<T>, config: T): DynamicModule {
    const own: Provider[] = [
      { provide: SERVICE_NAME, useValue: definition.name },
      { provide: definition.config, useValue: config },
      ...((definition.config as unknown) === BaseConfig
        ? []
        : [{ provide: BaseConfig, useExisting: definition.config }]),
      {
        provide: Redactor,
        useFactory: () => new Redactor(secretsOf(definition.config.schema, config)),
      },
      { provide: Identity, useFactory: () => new Identity(config, definition.name) },
      { provide: SecretBox, useFactory: () => new SecretBox(config.DATA_ENCRYPTION_KEY) },
      { provide: JwksKeys, useFactory: () => new JwksKeys(config.AUTH_JWKS_URL) },
      {
        provide: TokenVerifier,
        inject: [JwksKeys, EdgeState],
        useFactory: (keys: JwksKeys, edge: EdgeState) => new TokenVerifier(keys, edge),
      },
      {
        provide: ApiKeyDirectory,
        inject: [Identity, ModuleRef],
        useFactory: (identity: Identity, modules: ModuleRef) =>
          apiKeyDirectory(definition, config, identity, modules),
      },
      {
        provide: DataSource,
        useFactory: () =>
          connectedDataSource({
            url: config.DATABASE_URL,
            applicationName: definition.name,
            poolSize: config.DATABASE_POOL_SIZE,
            entities: [NamedLeaseEntity, ...definition.database.entities],
            migrations: definition.database.migrations,
          }),
      },
    ];
    const controllers = [
      HealthController,
      MetricsController,
      operationsController(definition.name),
    ];
    return {
      module: CommonModule,
      global: true,
      imports: [definition.module],
      // Outside production only: the list of routes is a map for an attacker.
      controllers:
        config.NODE_ENV === 'production' ? controllers : [...controllers, RoutesController],
      providers: [...own, ...services, { provide: APP_GUARD, useClass: AccessGuard }],
      exports: [...own, ...services].map((provider) =>
        typeof provider === 'function' ? provider : provider.provide,
      ),
    };
  }
}
