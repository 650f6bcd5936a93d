import { z } from 'zod';
import {
  baseSchema,
  configOf,
  inDevelopment,
  secret,
} from '@casement/common/core/config/base-config.js';
import { secretFields } from '@casement/common/core/config/field-marks.js';
import { DEVELOPMENT_GRPC, grpcTarget } from '@casement/common/core/config/grpc-target.js';
import { email, username } from '@casement/proto/http/account-fields.js';
import { DEVELOPMENT_KEY } from './keys/development-key.js';

const schema = baseSchema.extend({
  /** P-256 private key, PEM (PKCS#8) or JWK; the same on every replica. */
  JWT_SIGNING_KEY: secret(DEVELOPMENT_KEY),

  /** The first administrator, made where there is none. */
  ADMIN_USERNAME: inDevelopment(username, 'admin'),
  ADMIN_EMAIL: inDevelopment(email, 'admin@casement.local'),
  /** Empty: one is made up and printed once. A placeholder is refused in production. */
  ADMIN_PASSWORD: secretFields.mark(z.string().max(128).default(''), ''),

  /** smtp:// or smtps://, with user and password where the server wants them. */
  SMTP_URL: inDevelopment(z.url({ protocol: /^smtps?$/ }), 'smtp://127.0.0.1:1025'),
  MAIL_FROM: inDevelopment(z.string().min(3), 'Casement <no-reply@casement.local>'),

  /** The services whose numbers the dashboard shows. */
  BILLING_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.billing),
  INSTALL_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.install),
  TELEGRAM_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.telegram),

  /** An administrator without two-factor reaches nothing but its set-up. On in production unless set. */
  ADMIN_TWO_FACTOR_REQUIRED: inDevelopment(z.stringbool().default(true), 'false'),

  /** Multiplies every throttle: for many people behind one address, or for load tests. */
  THROTTLE_FACTOR: z.coerce.number().min(0.1).max(10_000).default(1),
});

export class AuthConfig extends configOf(schema) {}
