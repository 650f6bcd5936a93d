import { generateKeyPairSync } from 'node:crypto';
import { AuthConfig } from '@casement/auth/config.js';
import { BillingConfig } from '@casement/billing/config.js';
import type { ConfigClass } from '@casement/common/core/config/base-config.js';
import { secretFields } from '@casement/common/core/config/field-marks.js';
import { InstallConfig } from '@casement/install/config.js';
import { SecurityConfig } from '@casement/security/config.js';
import { TelegramConfig } from '@casement/telegram/config.js';
import type { z } from 'zod';

export const serviceNames = ['auth', 'billing', 'install', 'telegram', 'security'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Config class of each service, which describes its environment variables. */
export const configs: Record<ServiceName, ConfigClass> = {
  auth: AuthConfig,
  billing: BillingConfig,
  install: InstallConfig,
  telegram: TelegramConfig,
  security: SecurityConfig,
};

export const variablesOf = (service: ServiceName): string[] =>
  Object.keys(configs[service].schema.shape);

const schemaOf = (service: ServiceName, name: string) =>
  (configs[service].schema.shape as Record<string, z.ZodType>)[name];

/** URLs with a username and password, and the bucket's keys, are secrets too. */
const ALSO_SECRET = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'NATS_URL',
  'SMTP_URL',
  'TELEGRAM_BOT_TOKEN',
  'TELEGRAM_BACKUP_BOT_TOKEN',
  'BINANCE_PROXY_URL',
  'IMAGE_ORIGINS',
  'IMAGE_S3_ACCESS_KEY_ID',
  'IMAGE_S3_SECRET_ACCESS_KEY',
];

export const isSecret = (service: ServiceName, name: string): boolean =>
  ALSO_SECRET.includes(name) || secretFields.find(schemaOf(service, name)) !== undefined;

/** Values that production accepts for the secrets, as stored in a Secret. */
export const secretValues: Record<string, string> = {
  DATABASE_URL: 'postgres://casement:p5f0c1d2e3@postgres.test:5432/casement',
  NATS_URL: 'nats://casement:p5f0c1d2e3@nats.test:4222',
  SMTP_URL: 'smtps://casement:p5f0c1d2e3@mail.test:465',
  DATA_ENCRYPTION_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  JWT_SIGNING_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  TRIPAY_API_KEY: 'k8Zq0vW2nT5yR7uB',
  TRIPAY_PRIVATE_KEY: 'k8Zq0vW2nT5yR7uC',
  GATEWAY_LOG_SECRET: 'k8Zq0vW2nT5yR7uH',
  MIDTRANS_SERVER_KEY: 'k8Zq0vW2nT5yR7uI',
  STRIPE_SECRET_KEY: 'k8Zq0vW2nT5yR7uJ',
  STRIPE_WEBHOOK_SECRET: 'k8Zq0vW2nT5yR7uK',
  BINANCE_API_KEY: 'k8Zq0vW2nT5yR7uD',
  BINANCE_API_SECRET: 'k8Zq0vW2nT5yR7uE',
  BINANCE_PROXY_URL: 'http://casement:p5f0c1d2e3@proxy.test:3128',
  IMAGE_ORIGINS: '[{"name":"cdn","url":"https://cdn.example.com/"}]',
  IMAGE_S3_ACCESS_KEY_ID: 'k8Zq0vW2nT5yR7uF',
  IMAGE_S3_SECRET_ACCESS_KEY: 'k8Zq0vW2nT5yR7uG',
};
