import { z } from 'zod';
import {
  baseSchema,
  configOf,
  inDevelopment,
  secret,
} from '@casement/common/core/config/base-config.js';
import { secretFields } from '@casement/common/core/config/field-marks.js';
import { DEVELOPMENT_GRPC, grpcTarget } from '@casement/common/core/config/grpc-target.js';
import { email, username } from '@casement/proto/http/auth/account-fields.js';

/** Signs access tokens if JWT_SIGNING_KEY is not set. Public, so production refuses it. */
export const DEVELOPMENT_KEY = JSON.stringify({
  kty: 'EC',
  x: '6-L7kzvWCJiz6OaYNGeNh7tAhPWdMteKY6IxF7dQQpg',
  y: 'lD8iVLYgn4HL0PAHcNgOaVTRZprU4tqcP18vGcbRUmY',
  crv: 'P-256',
  d: 'ylAjGe8lVEJmRA4eM7di01efoiNhRucsuvmkRwmUQbg',
});

const fields = baseSchema.extend({
  /** P-256 private key, PEM (PKCS#8) or JWK; the same on every replica. During a rotation: PEMs separated by commas. */
  JWT_SIGNING_KEY: secret(DEVELOPMENT_KEY),

  /** First administrator, created unless one exists. */
  ADMIN_USERNAME: inDevelopment(username, 'admin'),
  ADMIN_EMAIL: inDevelopment(email, 'admin@casement.local'),
  /** If empty, a password is generated and printed once. Placeholders are refused in production. */
  ADMIN_PASSWORD: secretFields.mark(z.string().max(128).default(''), ''),

  /** smtp:// or smtps://, with user and password if the server requires them. */
  SMTP_URL: inDevelopment(z.url({ protocol: /^smtps?$/ }), 'smtp://127.0.0.1:1025'),
  /** Selector of the mail provider's DKIM key. Only read by the doctor command. */
  MAIL_DKIM_SELECTOR: z.string().default(''),
  MAIL_FROM: inDevelopment(z.string().min(3), 'Casement <no-reply@casement.local>'),

  /** Services whose figures the dashboard shows. */
  BILLING_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.billing),
  INSTALL_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.install),
  TELEGRAM_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.telegram),

  /** Limits administrators without two-factor to its set-up. On in production unless set. */
  ADMIN_TWO_FACTOR_REQUIRED: inDevelopment(z.stringbool().default(true), 'false'),

  /** Allows an http:// PUBLIC_URL in production, where passwords and cookies would be readable on the way. */
  PUBLIC_URL_ALLOW_HTTP: z.stringbool().default(false),

  /** Multiplies the burst and rate of every throttle, for many people behind one address or for load tests. */
  THROTTLE_FACTOR: z.coerce.number().min(0.1).max(10_000).default(1),
});

const schema = fields.superRefine((values, context) => {
  const isHttps = values.PUBLIC_URL.startsWith('https://');
  if (isHttps || values.NODE_ENV !== 'production' || values.PUBLIC_URL_ALLOW_HTTP) return;
  const message =
    'must be an https:// address in production; PUBLIC_URL_ALLOW_HTTP=true allows http://';
  context.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message });
});

export class AuthConfig extends configOf(schema) {}
