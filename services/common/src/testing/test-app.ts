import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import supertest from 'supertest';
import { CommonModule } from '../platform/bootstrap/common.module.js';
import { closeApp } from '../platform/bootstrap/shutdown.js';
import { appOptions, configureApp } from '../platform/bootstrap/create-app.js';
import type { ServiceDefinition } from '../platform/bootstrap/service-definition.js';
import type { BaseValues } from '../core/config/base-config.js';
import { loadConfig } from '../core/config/load-config.js';
import { EdgeState } from '../messaging/edge/edge-state.js';
import { configureLogging } from '../core/logging/logger.js';
import { EventStream } from '../messaging/event-stream.js';
import { Nats } from '../messaging/nats.js';
import { RetryPolicy } from '../messaging/retry-policy.js';
import { freePort } from './free-port.js';
import { testDatabase, type TestDatabase } from './test-database.js';
import { testNats, type TestNats } from './test-nats.js';
import { testTokens, type TestTokens, type TokenSubject } from './test-tokens.js';
import { waitFor } from './wait-for.js';

type Token = Type | symbol | string;

export interface TestAppOptions {
  env?: Record<string, string>;
  /** Providers to replace, e.g. `[[MailSender, fakeMail]]`. */
  override?: [Token, unknown][];
  /** Delays between tries of a failing event; twice 20 ms by default. */
  retryWaitsMs?: number[];
  /** For running several replicas, or for restarting on the data of another app. */
  database?: TestDatabase;
  nats?: TestNats;
  tokens?: TestTokens;
  /** For a start without NATS: does not wait until it is connected and the stream exists. */
  withoutNats?: boolean;
}

export interface TestApp {
  nest: NestExpressApplication;
  /** supertest on the service's HTTP port. */
  http: ReturnType<typeof supertest>;
  url: string;
  grpcUrl: string;
  database: TestDatabase;
  nats: TestNats;
  tokens: TestTokens;
  env: Record<string, string>;
  get<T>(token: Type<T> | symbol | string): T;
  /** Returns the headers of a signed-in user: `.set(app.as({ admin: true }))`. */
  as(subject?: TokenSubject): { authorization: string };
  /** Stops the app like SIGTERM would, and then the resources that it has created. */
  close(): Promise<void>;
}

/**
 * Starts the complete service like in production, with its own PostgreSQL database, NATS namespace and real tokens.
 * Takes well under a second.
 *
 * @example
 *   const app = await testApp(billing);
 *   await app.http.get('/api/user/topup/history').set(app.as({ userId })).expect(200);
 *   await app.close();
 */
export async function testApp<T extends BaseValues>(
  definition: ServiceDefinition<T>,
  options: TestAppOptions = {},
): Promise<TestApp> {
  const database = options.database ?? (await testDatabase(definition.database.migrations));
  const nats = options.nats ?? (await testNats());
  const tokens = options.tokens ?? (await testTokens());
  const grpcPort = definition.grpc ? await freePort() : 0;
  const env = {
    NODE_ENV: 'test',
    HTTP_PORT: '0',
    GRPC_PORT: String(grpcPort),
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: database.directUrl,
    DATABASE_POOL_SIZE: '5',
    AUTH_JWKS_URL: tokens.jwksUrl,
    LOG_LEVEL: 'silent',
    ...nats.env,
    ...options.env,
  };
  const closeDependencies = async () => {
    if (!options.tokens) await tokens.close();
    if (!options.nats) await nats.close();
    if (!options.database) await database.close();
  };
  let nest: NestExpressApplication | undefined;
  try {
    const config = loadConfig(definition.config, env);
    configureLogging(definition.name, config.LOG_LEVEL);
    nest = await create(definition, config, options);
    await configureApp(nest, definition, config);
    await nest.listen(0, '127.0.0.1');
    const state = nest;
    if (!options.withoutNats) {
      await waitFor(() => state.get(Nats).connected && state.get(EdgeState).ready);
      // The stream is also created in the background, but events that a test publishes before that would be refused.
      await state.get(EventStream).ensure();
    }
  } catch (error) {
    await nest?.close();
    await closeDependencies();
    throw error;
  }
  const app = nest;
  const server = app.getHttpServer();
  return {
    nest: app,
    http: supertest(server),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    grpcUrl: `127.0.0.1:${grpcPort}`,
    database,
    nats,
    tokens,
    env,
    get: <V>(token: Type<V> | symbol | string) => app.get<V>(token, { strict: false }),
    as: (subject) => ({ authorization: `Bearer ${tokens.token(subject)}` }),
    close: async () => {
      await closeApp(app);
      await closeDependencies();
    },
  };
}

async function create<T extends BaseValues>(
  definition: ServiceDefinition<T>,
  config: T,
  { override = [], retryWaitsMs = [20, 20] }: TestAppOptions,
): Promise<NestExpressApplication> {
  const builder = Test.createTestingModule({ imports: [CommonModule.forRoot(definition, config)] });
  builder.overrideProvider(RetryPolicy).useValue(new RetryPolicy(retryWaitsMs));
  for (const [token, value] of override) builder.overrideProvider(token).useValue(value);
  const module = await builder.compile();
  return module.createNestApplication<NestExpressApplication>(appOptions);
}
