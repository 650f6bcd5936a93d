import { z } from 'zod';
import { developmentValues, inDevelopment, secretFields } from './field-marks.js';
import { listOf } from './list-of.js';

export { inDevelopment, secret } from './field-marks.js';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
const port = z.coerce.number().int().min(0).max(65535);

/** Development only. Fixed so that a restarted `make start` can still decrypt its own rows. */
const DEVELOPMENT_DATA_KEY = `dev:${Buffer.alloc(32, 'casement').toString('base64')}`;

/** Environment variables of every service. Services `extend` it with their own. */
export const baseSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HTTP_HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: port.default(3000),
  GRPC_PORT: port.default(5000),
  /** Database of the service. No other service connects to it. */
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
  /**
   * The same database without a connection pooler, for migrations and notifications: a pooler may use a different
   * connection for each transaction. Defaults to DATABASE_URL if empty.
   */
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .or(z.literal(''))
    .default(''),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(10),
  /** One address or several, separated by commas. */
  NATS_URL: z.string().min(1),
  /**
   * mTLS between the services. `off`: disabled. `accept`: for a migration; the gRPC port accepts calls with and
   * without mTLS, and this service uses mTLS wherever the server offers it. `require`: calls without mTLS are
   * refused.
   */
  GRPC_IDENTITY: z.enum(['off', 'accept', 'require']).default('off'),
  /** Folder with this service's tls.crt and tls.key and the authority's ca.crt. Reloaded when the files change. */
  IDENTITY_DIR: z.string().default(''),
  /** Lets several stacks share one NATS. Prefix of the stream, its subjects and the edge buckets. */
  NATS_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9_]*$/, 'must have only a-z, 0-9 and _')
    .default(''),
  /**
   * Credentials file as written by `nsc` (JWT and seed), instead of a password in NATS_URL. Read on each connection.
   */
  NATS_CREDS_FILE: z.string().default(''),
  /**
   * Folder with the authority's ca.crt and, for servers that request a client certificate, tls.crt and tls.key.
   * Requires TLS from every server.
   */
  NATS_TLS_DIR: z.string().default(''),
  /** Replicas of the event stream and of both buckets, each on a different server of the cluster. */
  NATS_REPLICAS: z.coerce
    .number()
    .refine((copies) => [1, 3, 5].includes(copies), 'must be 1, 3 or 5')
    .default(1),
  /**
   * Days for which the event stream keeps events, and its capacity per day (an install causes about 25 events). Must
   * stay below the 30 days for which the inbox remembers handled events, so that no event is handled twice.
   */
  NATS_EVENT_DAYS: z.coerce.number().int().min(2).max(28).default(14),
  NATS_EVENTS_PER_DAY: z.coerce.number().int().min(1_000).max(100_000_000).default(50_000),
  AUTH_JWKS_URL: z.url(),
  /**
   * Addresses or CIDRs of the gateway. Only their X-Real-IP is trusted. Required in production: without it, all
   * callers would share the gateway's address, and one block would lock all of them out.
   */
  TRUSTED_PROXIES: inDevelopment(
    listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])),
    '127.0.0.1/32,::1/128',
  ),
  /** Public URL of the product. Links in mails are built from it, never from a Host header. */
  PUBLIC_URL: developmentValues.mark(z.url(), 'http://localhost:8080'),
  /** Contact for blocked users. The SPA shows it too. */
  SUPPORT_EMAIL: z.email().or(z.literal('')).default(''),
  /** Calls allowed per minute for each API key. Each process counts separately. */
  API_KEY_CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  /** `id:base64 of 32 bytes`, comma-separated. The first key encrypts, all keys decrypt. */
  DATA_ENCRYPTION_KEY: secretFields.mark(
    z.string().regex(/^\w+:[A-Za-z0-9+/=]+(,\w+:[A-Za-z0-9+/=]+)*$/, 'must be id:base64,…'),
    DEVELOPMENT_DATA_KEY,
  ),
  /** OpenTelemetry collector (OTLP over HTTP), e.g. http://collector:4318. Empty: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().or(z.literal('')).default(''),
  /**
   * Milliseconds for which a stopping process still serves requests, so that every gateway can notice that it is no
   * longer ready.
   */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(2_000),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  DATA_DIR: z.string().default('.data'),
});

/** Settings available to all parts of common. Each service's config includes them. */
export type BaseValues = z.infer<typeof baseSchema>;

/** Returns the URL for connections that need a session across transactions, such as LISTEN and advisory locks. */
export const directDatabaseUrl = (
  config: Pick<BaseValues, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
): string => config.DATABASE_DIRECT_URL || config.DATABASE_URL;

/** Class created from a schema. Its instances have the parsed values as fields. */
export interface SettingsClass<T> {
  new (values: object): T;
  readonly schema: z.ZodObject;
}

export type ConfigClass<T extends BaseValues = BaseValues> = SettingsClass<T>;

/** Like `configOf`, for a process without database and NATS. Contains only the fields of its schema. */
export function settingsOf<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
): SettingsClass<z.infer<z.ZodObject<S>>> {
  class Values {
    static readonly schema = schema;
    constructor(values: object) {
      Object.assign(this, values);
    }
  }
  return Values as unknown as SettingsClass<z.infer<z.ZodObject<S>>>;
}

/**
 * Creates a class from a schema that serves as value, type and injection token.
 *
 * @example export class BillingConfig extends configOf(baseSchema.extend({ USD_IDR_RATE: z.coerce.number() })) {}
 * constructor(private readonly config: BillingConfig) {}
 */
export function configOf<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
): ConfigClass<z.infer<z.ZodObject<S>> & BaseValues> {
  return settingsOf(schema) as ConfigClass<z.infer<z.ZodObject<S>> & BaseValues>;
}

/** Injection token for code that needs only the common settings. Resolves to the service's own config instance. */
export class BaseConfig extends configOf(baseSchema) {}
