import { z } from 'zod';
import { baseSchema, configOf, inDevelopment } from '@casement/common/core/config/base-config.js';
import { secretFields } from '@casement/common/core/config/field-marks.js';
import { DEVELOPMENT_GRPC, grpcTarget } from '@casement/common/core/config/grpc-target.js';
import { listOf } from '@casement/common/core/config/list-of.js';

/** Interval of a background job in milliseconds. 0 disables it (tests call the job directly). */
const interval = (ms: number) => z.coerce.number().int().min(0).default(ms);

const fields = baseSchema.extend({
  /**
   * Addresses and CIDRs that no rule blocks, e.g. an office or a monitor, in addition to TRUSTED_PROXIES and the rows
   * of allowed_network. Administrators can still block them.
   */
  SECURITY_ALLOWLIST: inDevelopment(
    listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).default([]),
    '127.0.0.1/32,::1/128',
  ),
  /**
   * Secret that authenticates the gateway's log. During a rotation it may contain several comma-separated secrets. If
   * empty, any log is accepted.
   */
  GATEWAY_LOG_SECRET: secretFields.mark(z.string().default(''), ''),
  /** Source of user names for the audit log. */
  AUTH_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.auth),
  /** Interval of the automatic recovery, which one of the replicas runs (SPEC §9: 5 minutes). */
  RECOVERY_INTERVAL_MS: interval(300_000),
  /** Time between two attempts of a recovery. */
  RECOVERY_RETRY_MS: z.coerce.number().int().min(1).default(10_000),
  /** Interval at which a replica looks for recoveries that are due. */
  RECOVERY_POLL_MS: interval(5_000),
  /** Interval at which the alerts of past hours are rolled up. */
  ROLLUP_INTERVAL_MS: interval(300_000),
});

const schema = fields.superRefine((values, context) => {
  // If services must prove their identity, the gateway must too.
  if (
    values.NODE_ENV === 'production' &&
    values.GRPC_IDENTITY === 'require' &&
    !values.GATEWAY_LOG_SECRET
  ) {
    context.addIssue({ code: 'custom', path: ['GATEWAY_LOG_SECRET'] });
  }
});

export class SecurityConfig extends configOf(schema) {}
