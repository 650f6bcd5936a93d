import { z } from 'zod';
import { developmentValues, inDevelopment, secretFields } from './field-marks.js';
import { listOf } from './list-of.js';

export { inDevelopment, secret } from './field-marks.js';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
const port = z.coerce.number().int().min(0).max(65535);

/** Only for development: a fixed key, so that a restarted `make start` can still read its own rows. */
const DEVELOPMENT_DATA_KEY = `dev:${Buffer.alloc(32, 'casement').toString('base64')}`;

/** The environment that every service reads. Services `extend` it with their own. */
export const baseSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HTTP_HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: port.default(3000),
  GRPC_PORT: port.default(5000),
  /** The service's own database; no other service connects to it. */
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
  /**
   * The same database without a pooler between, for migrations and notifications: a pooler may give each transaction
   * another connection. '': DATABASE_URL.
   */
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .or(z.literal(''))
    .default(''),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(10),
  /** One address, or several with commas. */
  NATS_URL: z.string().min(1),
  /**
   * mTLS between the services. `off`: none. `accept`: the gRPC port takes calls with and without it, and this service
   * uses it wherever the other side offers it; for the time of a switch. `require`: nothing else is answered.
   */
  GRPC_IDENTITY: z.enum(['off', 'accept', 'require']).default('off'),
  /** Folder with this service's tls.crt and tls.key, and the authority ca.crt; read again when they change. */
  IDENTITY_DIR: z.string().default(''),
  /** Lets several stacks share one NATS: prefixes the stream, its subjects and the edge buckets. */
  NATS_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9_]*$/, 'must have only a-z, 0-9 and _')
    .default(''),
  /** A user's credentials as `nsc` writes them (JWT and seed), instead of a password in NATS_URL; read at each connection. */
  NATS_CREDS_FILE: z.string().default(''),
  /** Folder with the authority ca.crt and, for servers that ask for one, tls.crt and tls.key. Requires TLS of every server. */
  NATS_TLS_DIR: z.string().default(''),
  /** Copies of the event stream and of both buckets, on as many servers of a cluster. */
  NATS_REPLICAS: z.coerce
    .number()
    .refine((copies) => [1, 3, 5].includes(copies), 'must be 1, 3 or 5')
    .default(1),
  /**
   * How long the event stream keeps events, and how many a day it has room for: about 25 for each install. Below the 30
   * days for which handled events are remembered, so that none is handled twice.
   */
  NATS_EVENT_DAYS: z.coerce.number().int().min(2).max(28).default(14),
  NATS_EVENTS_PER_DAY: z.coerce.number().int().min(1_000).max(100_000_000).default(50_000),
  /** Where the public keys of access tokens are fetched. */
  AUTH_JWKS_URL: z.url(),
  /**
   * Addresses or CIDRs of the gateway: only their X-Real-IP is believed. Production must set it: without
   * one, all callers would have the gateway's address, and one block would shut all of them out.
   */
  TRUSTED_PROXIES: inDevelopment(
    listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])),
    '127.0.0.1/32,::1/128',
  ),
  /** Where browsers reach the product; links in mails are built from it, never from a Host header. */
  PUBLIC_URL: developmentValues.mark(z.url(), 'http://localhost:8080'),
  /** Where a blocked person may ask why; the SPA shows it too. */
  SUPPORT_EMAIL: z.email().or(z.literal('')).default(''),
  /** What one API key may call of this service, by each of its processes. */
  API_KEY_CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  /** `id:base64 of 32 bytes`, comma-separated; the first encrypts, all decrypt. */
  DATA_ENCRYPTION_KEY: secretFields.mark(
    z.string().regex(/^\w+:[A-Za-z0-9+/=]+(,\w+:[A-Za-z0-9+/=]+)*$/, 'must be id:base64,…'),
    DEVELOPMENT_DATA_KEY,
  ),
  /** OpenTelemetry collector that takes traces by OTLP over HTTP, e.g. http://collector:4318; '': no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().or(z.literal('')).default(''),
  /** How long a process that was asked to stop goes on answering, until every gateway has seen that it is not ready. */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(2_000),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  DATA_DIR: z.string().default('.data'),
});

/** What every part of common may ask for; a service's own config is one of these. */
export type BaseValues = z.infer<typeof baseSchema>;

/** Where a session, and not only a transaction, keeps its connection. */
export const directDatabaseUrl = (
  config: Pick<BaseValues, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
): string => config.DATABASE_DIRECT_URL || config.DATABASE_URL;

/** A class made from a schema: its instances have the parsed values as fields. */
export interface SettingsClass<T> {
  new (values: object): T;
  readonly schema: z.ZodObject;
}

/** The settings of a service. */
export type ConfigClass<T extends BaseValues = BaseValues> = SettingsClass<T>;

/** The same as `configOf` for a process that has no database and no NATS: only what its schema names. */
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
 * Turns a schema into a class, which is value, type and injection token in one.
 *
 * @example
 * export class BillingConfig extends configOf(baseSchema.extend({ USD_IDR_RATE: z.coerce.number() })) {}
 * constructor(private readonly config: BillingConfig) {}
 */
export function configOf<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
): ConfigClass<z.infer<z.ZodObject<S>> & BaseValues> {
  return settingsOf(schema) as ConfigClass<z.infer<z.ZodObject<S>> & BaseValues>;
}

/** Inject this where only the common settings matter. It is the service's own config instance. */
export class BaseConfig extends configOf(baseSchema) {}
