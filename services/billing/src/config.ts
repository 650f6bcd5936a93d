import { z } from 'zod';
import {
  baseSchema,
  configOf,
  inDevelopment,
  secret,
} from '@casement/common/core/config/base-config.js';
import { secretFields } from '@casement/common/core/config/field-marks.js';
import { DEVELOPMENT_GRPC, grpcTarget } from '@casement/common/core/config/grpc-target.js';
import { listOf } from '@casement/common/core/config/list-of.js';
import { parseRate } from './products/money.js';

/** How often a background job looks for work, in milliseconds; 0 = never automatically (tests call it). */
const interval = (ms: number) => z.coerce.number().int().min(0).default(ms);

/** All or none: without them Binance Pay is not offered. */
const BINANCE = [
  'BINANCE_BASE_URL',
  'BINANCE_API_KEY',
  'BINANCE_API_SECRET',
  'BINANCE_RECEIVER_ID',
] as const;
const optionalSecret = () => secretFields.mark(z.string().default(''), '');

const fields = baseSchema.extend({
  /** The payment gateway, e.g. https://tripay.co.id/api. */
  TRIPAY_BASE_URL: inDevelopment(z.url(), 'http://localhost:8090/api-sandbox'),
  TRIPAY_API_KEY: secret('sandbox-api-key'),
  TRIPAY_PRIVATE_KEY: secret('sandbox-private-key'),
  TRIPAY_MERCHANT_CODE: inDevelopment(z.string().min(1).max(40), 'T0001'),
  /** Addresses and CIDRs that callbacks may come from, beside their signature. Empty: any. */
  TRIPAY_CALLBACK_NETWORKS: listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).default(
    [],
  ),
  /** Less than the browser's own 10 s, so that the customer gets our sentence and not a cut connection. */
  TRIPAY_TIMEOUT_MS: z.coerce.number().int().min(50).max(9_000).default(7_000),
  /** The Binance account that BPAY transfers go to, e.g. https://api.binance.com; a key that may only read. */
  BINANCE_BASE_URL: z.url().or(z.literal('')).default(''),
  BINANCE_API_KEY: optionalSecret(),
  BINANCE_API_SECRET: optionalSecret(),
  /** Its Binance ID, which customers are shown. */
  BINANCE_RECEIVER_ID: z.string().max(40).default(''),
  BINANCE_TIMEOUT_MS: z.coerce.number().int().min(50).max(9_000).default(5_000),
  /** Between two fetches of its history, whichever replica makes them. */
  BINANCE_PAUSE_MS: z.coerce.number().int().min(0).max(60_000).default(2_000),
  /** How often one user may ask for a verification within a minute. */
  BPAY_VERIFIES_PER_MINUTE: z.coerce.number().int().min(1).default(12),
  /** Rupiah for one US dollar, up to 6 decimals. */
  USD_IDR_RATE: inDevelopment(
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be a decimal number')
      .refine((text) => parseRate(text) > 0n, 'must be above zero'),
    '16000',
  ),
  AUTH_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.auth),
  INSTALL_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.install),
  /** Sold as long as there is no product at all: a name and whole rupiah. Production has no default. */
  SEED_PRODUCT_NAME: inDevelopment(z.string().max(200).default(''), 'Windows Install Quota'),
  SEED_PRODUCT_PRICE: z.coerce.number().int().min(1).max(1_000_000_000).default(50_000),

  CALLBACK_INBOX_INTERVAL_MS: interval(2_000),
  RECONCILE_INTERVAL_MS: interval(5_000),
  EXPIRY_INTERVAL_MS: interval(10_000),
  HOLD_SWEEP_INTERVAL_MS: interval(600_000),
  /** Tries to sync the payment methods while none are there. */
  FIRST_SYNC_INTERVAL_MS: interval(15_000),
});

const schema = fields.superRefine((values, context) => {
  const missing = BINANCE.filter((name) => values[name] === '');
  if (missing.length === BINANCE.length) return;
  for (const name of missing) context.addIssue({ code: 'custom', path: [name] });
});

export class BillingConfig extends configOf(schema) {}
