import { z } from 'zod';
import {
  baseSchema,
  configOf,
  inDevelopment,
  secret,
} from '@casement/common/config/base-config.js';
import { DEVELOPMENT_GRPC } from '@casement/common/config/development-grpc.js';
import { parseRate } from './products/money.js';

/** How often a background job looks for work, in milliseconds; 0 = never by itself (tests call it). */
const interval = (ms: number) => z.coerce.number().int().min(0).default(ms);
const hostAndPort = z.string().regex(/^[^\s:]+:\d+$/, 'must be host:port');

const schema = baseSchema.extend({
  /** The payment gateway, e.g. https://tripay.co.id/api. */
  TRIPAY_BASE_URL: inDevelopment(z.url(), 'http://localhost:8090/api-sandbox'),
  TRIPAY_API_KEY: secret('sandbox-api-key'),
  TRIPAY_PRIVATE_KEY: secret('sandbox-private-key'),
  TRIPAY_MERCHANT_CODE: inDevelopment(z.string().min(1).max(40), 'T0001'),
  /** Less than the browser's own 10 s, so that the customer gets our sentence and not a cut connection. */
  TRIPAY_TIMEOUT_MS: z.coerce.number().int().min(50).max(9_000).default(7_000),
  /** Rupiah for one US dollar, up to 6 decimals. */
  USD_IDR_RATE: inDevelopment(
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be a decimal number')
      .refine((text) => parseRate(text) > 0n, 'must be above zero'),
    '16000',
  ),
  AUTH_GRPC_URL: inDevelopment(hostAndPort, DEVELOPMENT_GRPC.auth),
  INSTALL_GRPC_URL: inDevelopment(hostAndPort, DEVELOPMENT_GRPC.install),
  /** Sold as long as there is no product at all: a name and whole rupiah. Production has none by itself. */
  SEED_PRODUCT_NAME: inDevelopment(z.string().max(200).default(''), 'Windows Install Quota'),
  SEED_PRODUCT_PRICE: z.coerce.number().int().min(1).max(1_000_000_000).default(50_000),

  CALLBACK_INBOX_INTERVAL_MS: interval(2_000),
  RECONCILE_INTERVAL_MS: interval(5_000),
  EXPIRY_INTERVAL_MS: interval(10_000),
  HOLD_SWEEP_INTERVAL_MS: interval(600_000),
  /** Tries to sync the payment methods while none are there. */
  FIRST_SYNC_INTERVAL_MS: interval(15_000),
});

export class BillingConfig extends configOf(schema) {}
