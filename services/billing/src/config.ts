import { z } from 'zod';
import { baseSchema, configOf, inDevelopment } from '@casement/common/core/config/base-config.js';
import { secretFields } from '@casement/common/core/config/field-marks.js';
import { DEVELOPMENT_GRPC, grpcTarget } from '@casement/common/core/config/grpc-target.js';
import { listOf } from '@casement/common/core/config/list-of.js';
import { parseRate } from './money.js';

/** Interval of a background job in milliseconds. 0 disables it (tests call the job directly). */
const interval = (ms: number) => z.coerce.number().int().min(0).default(ms);

/** Settings of each payment provider: either all or none must be set. */
const PROVIDERS = [
  ['TRIPAY_BASE_URL', 'TRIPAY_API_KEY', 'TRIPAY_PRIVATE_KEY', 'TRIPAY_MERCHANT_CODE'],
  ['MIDTRANS_SNAP_URL', 'MIDTRANS_API_URL', 'MIDTRANS_SERVER_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['BINANCE_BASE_URL', 'BINANCE_API_KEY', 'BINANCE_API_SECRET', 'BINANCE_RECEIVER_ID'],
] as const;
/** Named as missing if production has no payment provider at all. */
const ANY_PROVIDER = 'a payment provider (TRIPAY_…, MIDTRANS_…, STRIPE_… or BINANCE_…)';
const optionalUrl = () => z.url().or(z.literal('')).default('');
const optionalSecret = () => secretFields.mark(z.string().default(''), '');

const fields = baseSchema.extend({
  /** API of Tripay: https://tripay.co.id/api, or https://tripay.co.id/api-sandbox for tests. */
  TRIPAY_BASE_URL: optionalUrl(),
  TRIPAY_API_KEY: optionalSecret(),
  TRIPAY_PRIVATE_KEY: optionalSecret(),
  TRIPAY_MERCHANT_CODE: z.string().max(40).default(''),
  /** Addresses from which callbacks are accepted, in addition to the signature check. Empty accepts any address. */
  TRIPAY_CALLBACK_NETWORKS: listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).default(
    [],
  ),
  /** Below the browser's timeout of 10 s, so that the customer gets our error instead of a closed connection. */
  TRIPAY_TIMEOUT_MS: z.coerce.number().int().min(50).max(9_000).default(7_000),
  /** Snap API of Midtrans: https://app.midtrans.com/snap/v1, or https://app.sandbox.midtrans.com/snap/v1 for tests. */
  MIDTRANS_SNAP_URL: optionalUrl(),
  /** API of Midtrans: https://api.midtrans.com/v2, or https://api.sandbox.midtrans.com/v2 for tests. */
  MIDTRANS_API_URL: optionalUrl(),
  MIDTRANS_SERVER_KEY: optionalSecret(),
  STRIPE_API_URL: z.url().default('https://api.stripe.com'),
  STRIPE_SECRET_KEY: optionalSecret(),
  /** Signing secret of the webhook endpoint. */
  STRIPE_WEBHOOK_SECRET: optionalSecret(),
  /** Currency of charges by Stripe. `usd` is converted with USD_IDR_RATE when a top-up is ordered. */
  STRIPE_CURRENCY: z.enum(['idr', 'usd']).default('idr'),
  /** Timeout of Midtrans and Stripe. Below the browser's timeout of 10 s. */
  PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(50).max(9_000).default(7_000),
  /**
   * API of the Binance account that receives Binance Pay transfers, e.g. https://api.binance.com. The key needs read
   * access only.
   */
  BINANCE_BASE_URL: optionalUrl(),
  BINANCE_API_KEY: optionalSecret(),
  BINANCE_API_SECRET: optionalSecret(),
  /** Binance ID shown to customers. */
  BINANCE_RECEIVER_ID: z.string().max(40).default(''),
  /** HTTP proxy (CONNECT) for calls to Binance, with user and password if required. May have a private address. */
  BINANCE_PROXY_URL: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .default(''),
  BINANCE_TIMEOUT_MS: z.coerce.number().int().min(50).max(9_000).default(5_000),
  /** Pause between two fetches of the history across all replicas. */
  BINANCE_PAUSE_MS: z.coerce.number().int().min(0).max(60_000).default(2_000),
  /**
   * Interval in which transfers are credited without an entered Order ID, e.g. 15000. Binance is called only while an
   * order is open. 0 disables it.
   */
  BINANCE_POLL_INTERVAL_MS: interval(0),
  /** Verifications of Binance payments per user and minute. */
  BPAY_VERIFIES_PER_MINUTE: z.coerce.number().int().min(1).default(12),
  /** Rupiah per US dollar, with up to 6 decimal places. */
  USD_IDR_RATE: inDevelopment(
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be a decimal number')
      .refine((text) => parseRate(text) > 0n, 'must be above zero'),
    '16000',
  ),
  AUTH_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.auth),
  INSTALL_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.install),
  /** Name of the product that is created in an empty catalogue. Production has no default name. */
  SEED_PRODUCT_NAME: inDevelopment(z.string().max(200).default(''), 'Windows Install Quota'),
  SEED_PRODUCT_PRICE: z.coerce.number().int().min(1).max(1_000_000_000).default(50_000),

  CALLBACK_INBOX_INTERVAL_MS: interval(2_000),
  RECONCILE_INTERVAL_MS: interval(5_000),
  EXPIRY_INTERVAL_MS: interval(10_000),
  HOLD_SWEEP_INTERVAL_MS: interval(600_000),
  /** Interval of the first sync of payment methods, which is retried until there are some. */
  FIRST_SYNC_INTERVAL_MS: interval(15_000),
});

const schema = fields.superRefine((values, context) => {
  let configured = 0;
  for (const names of PROVIDERS) {
    const missing = names.filter((name) => values[name] === '');
    if (missing.length === names.length) continue;
    configured += 1;
    for (const name of missing) context.addIssue({ code: 'custom', path: [name] });
  }
  if (configured === 0 && values.NODE_ENV === 'production')
    context.addIssue({ code: 'custom', path: [ANY_PROVIDER] });
});

export class BillingConfig extends configOf(schema) {}

/** Returns whether Binance Pay is configured. The schema accepts either all of its settings or none. */
export const isBinanceConfigured = (config: Pick<BillingConfig, 'BINANCE_API_KEY'>): boolean =>
  config.BINANCE_API_KEY !== '';
