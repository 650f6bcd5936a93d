import {
  grpcTarget,
  replicasOf,
  upstreams,
  type Addresses,
  type ServiceName,
} from './addresses.js';
import type { Secrets } from './secrets.js';
import type { Settings } from './settings.js';

/** Where everything answers in this run. */
export interface Wiring {
  addresses: Addresses;
  natsUrl: string;
  databaseUrls: Record<ServiceName, string>;
  smtpUrl: string;
  /** The sandbox: payments and Telegram. */
  sandboxUrl: string;
  /** Where VPSs are reached. On record, so that a lab started by another user listens there. */
  targetPort: string;
}

/** All that a process's environment is made from. */
export interface Surroundings extends Wiring {
  settings: Settings;
  secrets: Secrets;
}

type Environment = Record<string, string | undefined>;

const LOOPBACK = '127.0.0.1/32,::1/128';

/**
 * One service's environment: what the user has set, filled up with development's defaults.
 *
 * @param replica 0 is the first
 */
export function serviceEnvironment(
  name: ServiceName,
  around: Surroundings,
  replica = 0,
): Environment {
  const { settings, addresses } = around;
  const own = replicasOf(addresses)[replica];
  if (!own) throw new RangeError(`${name} has no replica ${replica}`);
  const grpc = (of: ServiceName) => grpcTarget(addresses, of);
  return {
    // Where there is no other replica, waiting for the gateway to choose it would only take time.
    ...(addresses.further.length === 0 && { DRAIN_MS: '0' }),
    TRUSTED_PROXIES: LOOPBACK,
    DATA_ENCRYPTION_KEY: around.secrets.dataEncryptionKey,
    MAIL_FROM: 'Casement <no-reply@casement.local>',
    ...ownDefaults[name](around),
    ...settings.given,
    NODE_ENV: 'development',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(own.http[name]),
    GRPC_PORT: String(own.grpc[name]),
    DATABASE_URL: around.databaseUrls[name],
    NATS_URL: around.natsUrl,
    SMTP_URL: around.smtpUrl,
    AUTH_JWKS_URL: `http://127.0.0.1:${addresses.http.auth}/internal/jwks.json`,
    AUTH_GRPC_URL: grpc('auth'),
    BILLING_GRPC_URL: grpc('billing'),
    INSTALL_GRPC_URL: grpc('install'),
    TELEGRAM_GRPC_URL: grpc('telegram'),
    PUBLIC_URL: settings.publicUrl,
    DATA_DIR: settings.dataDir,
    LOG_LEVEL: settings.logLevel,
  };
}

/** A real bot is configured: then the sandbox does not play Telegram. */
export const isTelegramGiven = ({ given }: Settings): boolean =>
  Boolean(given['TELEGRAM_BOT_TOKEN'] ?? given['TELEGRAM_BACKUP_BOT_TOKEN']);

/** What only one of them needs. A secret goes to no other. */
const ownDefaults: Record<ServiceName, (around: Surroundings) => Environment> = {
  auth: ({ settings, secrets }) => ({
    JWT_SIGNING_KEY: secrets.jwtSigningKey,
    ADMIN_USERNAME: 'admin',
    ADMIN_EMAIL: 'admin@casement.local',
    ...(!settings.given['ADMIN_PASSWORD'] &&
      secrets.adminPassword && {
        ADMIN_PASSWORD: secrets.adminPassword,
        ADMIN_PASSWORD_GENERATED: 'true',
      }),
  }),
  billing: ({ settings, secrets, sandboxUrl }) => ({
    USD_IDR_RATE: '16000',
    ...(!settings.given['TRIPAY_BASE_URL'] && {
      TRIPAY_BASE_URL: `${sandboxUrl}/api-sandbox`,
      TRIPAY_API_KEY: secrets.tripay.apiKey,
      TRIPAY_PRIVATE_KEY: secrets.tripay.privateKey,
      TRIPAY_MERCHANT_CODE: secrets.tripay.merchantCode,
    }),
    ...(!settings.given['BINANCE_BASE_URL'] && {
      BINANCE_BASE_URL: sandboxUrl,
      BINANCE_API_KEY: secrets.binance.apiKey,
      BINANCE_API_SECRET: secrets.binance.apiSecret,
      BINANCE_RECEIVER_ID: secrets.binance.receiverId,
    }),
  }),
  install: ({ settings, targetPort }) => ({
    // The lab's VPS, and how it reaches this machine through QEMU's user network.
    INSTALL_ALLOWED_NETWORKS: '127.0.0.10/32',
    INSTALL_OWN_ADDRESSES: LOOPBACK,
    INSTALL_AGENT_URL: `http://10.0.2.2:${settings.port}`,
    INSTALL_TARGET_PORT: targetPort,
  }),
  telegram: ({ settings, secrets, sandboxUrl }) =>
    isTelegramGiven(settings)
      ? {}
      : {
          TELEGRAM_API_ROOT: sandboxUrl,
          TELEGRAM_BOT_TOKEN: secrets.telegram.botToken,
          TELEGRAM_BACKUP_BOT_TOKEN: secrets.telegram.backupBotToken,
          TELEGRAM_LINK_BASE: `${sandboxUrl}/telegram`,
        },
  security: () => ({}),
};

/** The static server, which passes the public settings on to the SPA as `/config.json`. */
export function webEnvironment({ settings, addresses }: Surroundings): Environment {
  return {
    ...settings.given,
    NODE_ENV: 'development',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(addresses.http.web),
    PUBLIC_URL: settings.publicUrl,
    LOG_LEVEL: settings.logLevel,
  };
}

export function gatewayEnvironment(around: Surroundings, kongFile: string): Environment {
  const { settings, addresses } = around;
  return {
    TRUSTED_PROXIES: LOOPBACK,
    ...settings.given,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(settings.port),
    KONG_FILE: kongFile,
    UPSTREAMS: JSON.stringify(upstreams(addresses)),
    LOG_LEVEL: settings.logLevel,
  };
}
