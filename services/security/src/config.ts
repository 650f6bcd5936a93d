import { z } from 'zod';
import { baseSchema, configOf, inDevelopment } from '@casement/common/core/config/base-config.js';
import { secretFields } from '@casement/common/core/config/field-marks.js';
import { DEVELOPMENT_GRPC, grpcTarget } from '@casement/common/core/config/grpc-target.js';
import { listOf } from '@casement/common/core/config/list-of.js';

/** How often a background job runs, in milliseconds; 0 = never automatically (tests call it). */
const interval = (ms: number) => z.coerce.number().int().min(0).default(ms);

const fields = baseSchema.extend({
  /**
   * Addresses and CIDRs that no rule ever blocks, beside TRUSTED_PROXIES and the rows of allowed_network: an
   * office, a monitor. An administrator can block them all the same.
   */
  SECURITY_ALLOWLIST: inDevelopment(
    listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).default([]),
    '127.0.0.1/32,::1/128',
  ),
  /**
   * By which the gateway's log is known; of several with commas each counts, for an exchange. Empty: every caller's
   * log is taken.
   */
  GATEWAY_LOG_SECRET: secretFields.mark(z.string().default(''), ''),
  /** Names of users, for the audit log. */
  AUTH_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.auth),
  /** Between two automatic recoveries of all replicas together (SPEC §9: 5 minutes). */
  RECOVERY_INTERVAL_MS: interval(300_000),
  /** Between two tries of a recovery. */
  RECOVERY_RETRY_MS: z.coerce.number().int().min(1).default(10_000),
  /** How often recoveries that wait for their next try are looked for. */
  RECOVERY_POLL_MS: interval(5_000),
  /** How often hours that are over are rolled up for the charts. */
  ROLLUP_INTERVAL_MS: interval(300_000),
});

const schema = fields.superRefine((values, context) => {
  // Where services ask each other who they are, the gateway is asked too.
  if (
    values.NODE_ENV === 'production' &&
    values.GRPC_IDENTITY === 'require' &&
    !values.GATEWAY_LOG_SECRET
  ) {
    context.addIssue({ code: 'custom', path: ['GATEWAY_LOG_SECRET'] });
  }
});

export class SecurityConfig extends configOf(schema) {}
