import { join } from 'node:path';
import {
  RELAY,
  grpcTarget,
  replicasOf,
  upstreams,
  type Addresses,
  type ServiceName,
} from './addresses.js';
import { gatewayLogSecret, midtransAccount, stripeAccount, type Secrets } from './secrets.js';
import type { Settings } from './settings.js';

/** Addresses and connection settings of every process in this run. */
export interface Wiring {
  addresses: Addresses;
  /** URLs with the user of each service. */
  natsUrls: Record<ServiceName, string>;
  databaseUrls: Record<ServiceName, string>;
  smtpUrl: string;
  /** URL of the sandbox (payments and Telegram). */
  sandboxUrl: string;
  /** SSH port of VPSs. Recorded because a lab started by another user must listen on it. */
  targetPort: string;
  /** Folder with a certificate folder for each service and `desktop`. '' if certificates are disabled. */
  identities: string;
}

export interface ProcessContext extends Wiring {
  settings: Settings;
  secrets: Secrets;
  /** Names of the variables in each service's config.ts. */
  variables: Record<ServiceName, ReadonlySet<string>>;
}

type Environment = Record<string, string | undefined>;

const LOOPBACK = '127.0.0.1/32,::1/128';

const SUPPORT_EMAIL = 'support@casement.local';

/** Exceptions from the address policy for the lab's VPS. */
const LAB_ADDRESSES = {
  INSTALL_ALLOWED_NETWORKS: '127.0.0.10/32',
  INSTALL_OWN_ADDRESSES: LOOPBACK,
};

/** Variables of the machine that any program may need. */
const SYSTEM = [
  ...['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'],
  ...['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_V8_COVERAGE', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

/** Returns only the machine's own and the named variables, because any other may be the secret of another process. */
export function onlyNamed(all: Environment, names: Iterable<string> = []): Environment {
  const allowed = new Set([...SYSTEM, ...names]);
  return Object.fromEntries(Object.entries(all).filter(([name]) => allowed.has(name)));
}

/**
 * Returns the environment of one service: the user's settings with development defaults, limited to variables that
 * its own config names.
 *
 * @param replica 0 is the first
 */
export function serviceEnvironment(
  name: ServiceName,
  context: ProcessContext,
  replica = 0,
): Environment {
  const { settings, addresses } = context;
  const own = replicasOf(addresses)[replica];
  if (!own) throw new RangeError(`${name} has no replica ${replica}`);
  const grpc = (of: ServiceName) => grpcTarget(addresses, of);
  const all = {
    ...commonDefaults(context),
    DATA_ENCRYPTION_KEY: context.secrets.dataEncryptionKey,
    MAIL_FROM: 'Casement <no-reply@casement.local>',
    ...ownDefaults[name](context),
    ...settings.configured,
    NODE_ENV: 'development',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(own.http[name]),
    GRPC_PORT: String(own.grpc[name]),
    DATABASE_URL: context.databaseUrls[name],
    NATS_URL: context.natsUrls[name],
    IDENTITY_DIR: context.identities && join(context.identities, name),
    SMTP_URL: context.smtpUrl,
    AUTH_JWKS_URL: `http://127.0.0.1:${addresses.http.auth}/internal/jwks.json`,
    AUTH_GRPC_URL: grpc('auth'),
    BILLING_GRPC_URL: grpc('billing'),
    INSTALL_GRPC_URL: grpc('install'),
    TELEGRAM_GRPC_URL: grpc('telegram'),
    PUBLIC_URL: settings.publicUrl,
    DATA_DIR: settings.dataDir,
    LOG_LEVEL: settings.logLevel,
  };
  return onlyNamed(all, context.variables[name]);
}

/**
 * Returns the environment of the desktop relay. It shares install's address policy.
 *
 * @param variables names in its own config.ts
 * @param replica 0 is the first
 */
export function relayEnvironment(
  context: ProcessContext,
  variables: Iterable<string>,
  replica = 0,
): Environment {
  const { settings, addresses } = context;
  const own = replicasOf(addresses)[replica];
  if (!own) throw new RangeError(`${RELAY} has no replica ${replica}`);
  const all = {
    ...commonDefaults(context),
    ...LAB_ADDRESSES,
    ...settings.configured,
    NODE_ENV: 'development',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(own.http[RELAY]),
    IDENTITY_DIR: context.identities && join(context.identities, 'desktop'),
    INSTALL_GRPC_URL: grpcTarget(addresses, 'install'),
    PUBLIC_URL: settings.publicUrl,
    LOG_LEVEL: settings.logLevel,
  };
  return onlyNamed(all, variables);
}

/** Defaults of every process, which the user may override. */
const commonDefaults = ({ addresses, identities }: ProcessContext) => ({
  // If there is a single replica, there is no other to which the gateway could switch, so draining would only take time.
  ...(addresses.further.length === 0 && { DRAIN_MS: '0' }),
  TRUSTED_PROXIES: LOOPBACK,
  SUPPORT_EMAIL,
  GRPC_IDENTITY: identities ? 'require' : 'off',
});

/** Whether a real bot is configured. The sandbox then does not simulate Telegram. */
export const isTelegramConfigured = ({ configured }: Settings): boolean =>
  Boolean(configured['TELEGRAM_BOT_TOKEN'] ?? configured['TELEGRAM_BACKUP_BOT_TOKEN']);

/** Defaults that only one service needs. Secrets are passed to no other. */
const ownDefaults: Record<ServiceName, (context: ProcessContext) => Environment> = {
  auth: ({ settings, secrets }) => ({
    JWT_SIGNING_KEY: secrets.jwtSigningKey,
    ADMIN_USERNAME: 'admin',
    ADMIN_EMAIL: 'admin@casement.local',
    ...(!settings.configured['ADMIN_PASSWORD'] &&
      secrets.adminPassword && {
        ADMIN_PASSWORD: secrets.adminPassword,
      }),
  }),
  billing: ({ settings, secrets, sandboxUrl }) => ({
    USD_IDR_RATE: '16000',
    ...(!settings.configured['TRIPAY_BASE_URL'] && {
      TRIPAY_BASE_URL: `${sandboxUrl}/api-sandbox`,
      TRIPAY_API_KEY: secrets.tripay.apiKey,
      TRIPAY_PRIVATE_KEY: secrets.tripay.privateKey,
      TRIPAY_MERCHANT_CODE: secrets.tripay.merchantCode,
    }),
    ...(!settings.configured['MIDTRANS_SERVER_KEY'] && {
      MIDTRANS_SNAP_URL: `${sandboxUrl}/midtrans/snap/v1`,
      MIDTRANS_API_URL: `${sandboxUrl}/midtrans/v2`,
      MIDTRANS_SERVER_KEY: midtransAccount(secrets).serverKey,
    }),
    ...(!settings.configured['STRIPE_SECRET_KEY'] && {
      STRIPE_API_URL: sandboxUrl,
      STRIPE_SECRET_KEY: stripeAccount(secrets).secretKey,
      STRIPE_WEBHOOK_SECRET: stripeAccount(secrets).webhookSecret,
    }),
    ...(!settings.configured['BINANCE_BASE_URL'] && {
      BINANCE_BASE_URL: sandboxUrl,
      BINANCE_API_KEY: secrets.binance.apiKey,
      BINANCE_API_SECRET: secrets.binance.apiSecret,
      BINANCE_RECEIVER_ID: secrets.binance.receiverId,
    }),
  }),
  install: ({ settings, targetPort }) => ({
    ...LAB_ADDRESSES,
    WEBHOOK_ALLOWED_NETWORKS: LAB_ADDRESSES.INSTALL_ALLOWED_NETWORKS,
    // Address of this machine in QEMU's user network, as seen from the lab's VPS.
    INSTALL_AGENT_URL: `http://10.0.2.2:${settings.port}`,
    INSTALL_TARGET_PORT: targetPort,
  }),
  telegram: ({ settings, secrets, sandboxUrl }) =>
    isTelegramConfigured(settings)
      ? {}
      : {
          TELEGRAM_API_ROOT: sandboxUrl,
          TELEGRAM_BOT_TOKEN: secrets.telegram.botToken,
          TELEGRAM_BACKUP_BOT_TOKEN: secrets.telegram.backupBotToken,
          TELEGRAM_LINK_BASE: `${sandboxUrl}/telegram`,
        },
  security: ({ secrets }) => ({ GATEWAY_LOG_SECRET: gatewayLogSecret(secrets) }),
};

/** Returns the environment of the static server, which passes the public settings to the SPA as `/config.json`. */
export function webEnvironment({ settings, addresses, sandboxUrl }: ProcessContext): Environment {
  return {
    STATUS_PAGE_URL: `${sandboxUrl}/status`,
    SUPPORT_CHAT_URL: `${sandboxUrl}/support`,
    SUPPORT_EMAIL,
    ...onlyNamed(settings.configured, ['STATUS_PAGE_URL', 'SUPPORT_EMAIL', 'SUPPORT_CHAT_URL']),
    BILLING_URL: `http://127.0.0.1:${addresses.http.billing}`,
    AUTH_URL: `http://127.0.0.1:${addresses.http.auth}`,
    NODE_ENV: 'development',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(addresses.http.web),
    PUBLIC_URL: settings.publicUrl,
    LOG_LEVEL: settings.logLevel,
  };
}

export function gatewayEnvironment(context: ProcessContext, kongFile: string): Environment {
  const { settings, addresses } = context;
  return {
    TRUSTED_PROXIES: LOOPBACK,
    GATEWAY_LOG_SECRET: gatewayLogSecret(context.secrets),
    ...onlyNamed(settings.configured, ['TRUSTED_PROXIES', 'GATEWAY_LOG_SECRET', 'STATUS_PORT']),
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(settings.port),
    KONG_FILE: kongFile,
    UPSTREAMS: JSON.stringify(upstreams(addresses)),
    LOG_LEVEL: settings.logLevel,
  };
}
