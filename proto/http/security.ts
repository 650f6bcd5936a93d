import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery, UNREADABLE } from './envelope.js';

/** Rules and texts: SPEC §2 (security sections), §3, §4, §5, §7, §9. All of these calls are an administrator's. */

/** Minutes that a block lasts (SPEC §9). */
export const BLOCK_MINUTES = { least: 1, most: 10_080, unlessGiven: 60 } as const;

/** What an automatic recovery promises (SPEC §2, §9). */
export const RECOVERY_INTERVAL_MINUTES = 5;
export const RECOVERY_MAX_RETRIES = 3;

const NO_ADDRESS = 'Please enter a valid IP address.';
const SEARCHED = 'The IP filter must be text of at most 64 characters';
const REASON = 'Reason can be at most 500 characters';

/** One address or a network, `203.0.113.7`, `2001:db8::/32`; the server keeps it in one spelling. */
export const addressOrNetwork = z
  .string(NO_ADDRESS)
  .trim()
  .max(64, NO_ADDRESS)
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], NO_ADDRESS));

/** Part of an address, as it is shown. */
const addressFilter = z
  .string(SEARCHED)
  .trim()
  .max(64, SEARCHED)
  .regex(NO_CONTROL_CHARACTERS, SEARCHED)
  .default('');

const reason = z
  .string(REASON)
  .trim()
  .max(500, REASON)
  .regex(NO_CONTROL_CHARACTERS, 'Reason can only contain visible characters')
  .nullish()
  .transform((text) => text ?? '');

/* Alerts */

export const alertType = z.enum(['brute_force', 'rate_limit', 'suspicious']);
export type AlertType = z.infer<typeof alertType>;

export const alertSeverity = z.enum(['low', 'medium', 'high']);
export type AlertSeverity = z.infer<typeof alertSeverity>;

/** Hours of each time range (SPEC §9). */
export const TIME_RANGES = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const;
export const timeRange = z.enum(['1h', '24h', '7d', '30d'], 'Time range is not known');
export type TimeRange = z.infer<typeof timeRange>;

const ALERT_TYPE = 'Alert type is not known';
const orAll = <const T extends readonly string[]>(values: T, problem: string) =>
  z.enum(['all', ...values], problem).default('all');

/** GET /security/alerts: newest first; `all` or nothing leaves a filter out. */
export const alertsQuery = pageQuery.extend({
  type: orAll(alertType.options, ALERT_TYPE),
  severity: orAll(alertSeverity.options, 'Severity is not known'),
  ip: addressFilter,
  timeRange: orAll(timeRange.options, 'Time range is not known'),
});
export type AlertsQuery = z.infer<typeof alertsQuery>;

/** What an alert led to; `simulated`: a rule that is only tried out would have blocked. */
export const alertOutcome = z.enum(['none', 'blocked', 'simulated']);
export type AlertOutcome = z.infer<typeof alertOutcome>;

export const securityAlert = z.object({
  id: z.string(),
  type: alertType,
  severity: alertSeverity,
  /** Three spellings of one address; '' where the attack came from many, on one account. */
  ip: z.string(),
  ip_address: z.string(),
  ipAddress: z.string(),
  message: z.string(),
  /** The rule that raised it, e.g. `password-spraying`. */
  rule: z.string(),
  /** Signals that it stands on. */
  count: z.number().int(),
  outcome: alertOutcome,
  /** Three spellings of one instant. */
  timestamp: instant,
  createdAt: instant,
  created_at: instant,
});
export type SecurityAlert = z.infer<typeof securityAlert>;

/** GET /security/alerts/stats. */
export const alertStatsQuery = z.object(
  { timeframe: orAll(timeRange.options, 'Time range is not known') },
  UNREADABLE,
);
export type AlertStatsQuery = z.infer<typeof alertStatsQuery>;

/** GET /security/alerts/stats: `alerts` within the timeframe, the rest as it is now. */
export const securityStats = z.object({
  alerts: z.object({
    total: z.number().int(),
    byType: z.object({
      brute_force: z.number().int(),
      rate_limit: z.number().int(),
      suspicious: z.number().int(),
    }),
    bySeverity: z.object({
      low: z.number().int(),
      medium: z.number().int(),
      high: z.number().int(),
    }),
  }),
  security: z.object({
    /** Blocks in force. */
    blockedIPs: z.number().int(),
    /** All alerts that nobody has deleted yet. */
    totalAlerts: z.number().int(),
  }),
  recovery: z.object({
    totalRecoveries: z.number().int(),
    successfulRecoveries: z.number().int(),
    failedRecoveries: z.number().int(),
    inProgressRecoveries: z.number().int(),
    /** Milliseconds, of the successful ones; 0 if there is none. */
    averageRecoveryTime: z.number().int(),
  }),
  /** Alerts by hour (1h, 24h: by five minutes, by hour) or day, the oldest first: for a chart. */
  timeline: z.array(
    z.object({
      at: instant,
      brute_force: z.number().int(),
      rate_limit: z.number().int(),
      suspicious: z.number().int(),
    }),
  ),
});
export type SecurityStats = z.infer<typeof securityStats>;

/** Recent Security Events shows the first three (SPEC §2, §9). */
export const RECENT_EVENTS = 3;

/** GET /security/dashboard: the stats over all time, and the newest alerts. */
export const securityDashboard = securityStats.extend({
  recentEvents: z.array(securityAlert),
});
export type SecurityDashboard = z.infer<typeof securityDashboard>;

/** DELETE /security/alerts/clear: nothing given clears all; `olderThan` keeps what is newer. */
export const clearAlertsRequest = z.object(
  {
    ip: z.string(NO_ADDRESS).trim().max(64, NO_ADDRESS).optional(),
    type: z.enum(['all', ...alertType.options], ALERT_TYPE).optional(),
    olderThan: z.iso.datetime({ offset: true, error: 'olderThan must be a time' }).optional(),
  },
  UNREADABLE,
);
export type ClearAlertsRequest = z.input<typeof clearAlertsRequest>;

export const clearedAlerts = z.object({ cleared: z.number().int() });
export type ClearedAlerts = z.infer<typeof clearedAlerts>;

/* Blocked addresses */

/**
 * `auto`: a rule's decision, longer for repeat offenders. `temporary`: a rule's short brake, which never grows.
 * `manual`: an administrator's.
 */
export const blockType = z.enum(['auto', 'manual', 'temporary']);
export type BlockType = z.infer<typeof blockType>;

/** `pending`: decided, but not in force at every door yet (while the messaging is away). */
export const blockStatus = z.enum(['active', 'expired', 'pending']);
export type BlockStatus = z.infer<typeof blockStatus>;

/** GET /security/blocked-ips: newest first. */
export const blockedIpsQuery = pageQuery.extend({
  ip: addressFilter,
  blockType: orAll(blockType.options, 'Block type is not known'),
  status: orAll(blockStatus.options, 'Status filter is not known'),
});
export type BlockedIpsQuery = z.infer<typeof blockedIpsQuery>;

export const blockedIp = z.object({
  id: z.string(),
  /** Three spellings of one address or network. An IPv6 address is kept as its /64. */
  ip: z.string(),
  ip_address: z.string(),
  ipAddress: z.string(),
  block_type: blockType,
  blockType,
  reason: z.string(),
  blocked_at: instant,
  blockedAt: instant,
  /** Null: permanent. */
  expires_at: instant.nullable(),
  expiresAt: instant.nullable(),
  /** Seconds that are left, 0 when it is over; null: permanent. */
  expiresIn: z.number().int().nullable(),
  /** Times that this address has been blocked, this one included. */
  attempts: z.number().int(),
  status: blockStatus,
});
export type BlockedIp = z.infer<typeof blockedIp>;

/** Stands as `stats` beside `data` and `meta` of the list: blocks in force, whatever the filter. */
export const blockedIpStats = z.object({
  total: z.number().int(),
  auto: z.number().int(),
  manual: z.number().int(),
  temporary: z.number().int(),
});
export type BlockedIpStats = z.infer<typeof blockedIpStats>;

const MINUTES = 'Duration must be a whole number of minutes';

/** Blank or no number at all means 60 (SPEC §5); so does null, which is how JSON writes NaN. */
const duration = z.preprocess((given) => {
  const number = typeof given === 'string' && given.trim() === '' ? NaN : Number(given ?? NaN);
  return Number.isNaN(number) ? BLOCK_MINUTES.unlessGiven : number;
}, z.number(MINUTES).min(BLOCK_MINUTES.least, 'Duration must be at least 1 minute').max(BLOCK_MINUTES.most, 'Duration can be at most 10080 minutes (7 days)').int(MINUTES));

/** The web's form: "IP format is not validated" there (SPEC §5). */
export const blockIpForm = z.object({
  ip: z.string(NO_ADDRESS).trim().min(1, NO_ADDRESS),
  duration,
  reason,
});

/**
 * POST /security/block-ip. Where the address is the caller's own, the first answer is 409 OWN_ADDRESS; with
 * `confirm` it is blocked.
 */
export const blockIpRequest = z.object(
  {
    ip: addressOrNetwork,
    /** Minutes. */
    duration,
    reason,
    /** Without an end; `duration` is not looked at. Said in so many words, so that nobody does it by accident. */
    permanent: z.boolean('Permanent must be true or false').default(false),
    confirm: z.boolean('Confirm must be true or false').default(false),
  },
  UNREADABLE,
);
export type BlockIpRequest = z.infer<typeof blockIpRequest>;

const GRACE = 'Grace must be a whole number of minutes from 0 to 10080';

/** Minutes in which no rule blocks an address again that an administrator has unblocked. */
const graceMinutes = z.number(GRACE).int(GRACE).min(0, GRACE).max(10_080, GRACE).default(10);

/** POST /security/unblock-ip. */
export const unblockIpRequest = z.object(
  { ip: addressOrNetwork, reason, graceMinutes },
  UNREADABLE,
);
export type UnblockIpRequest = z.infer<typeof unblockIpRequest>;

/** A page of the table is 15 rows; several pages may be gathered. */
export const MAX_BULK = 500;
const NOTHING_SELECTED = 'Please select at least one IP address.';

/** POST /security/unblock-ip/bulk. */
export const bulkUnblockRequest = z.object(
  {
    ips: z
      .array(addressOrNetwork, NOTHING_SELECTED)
      .min(1, NOTHING_SELECTED)
      .max(MAX_BULK, `At most ${MAX_BULK} addresses at once`),
    reason,
    graceMinutes,
  },
  UNREADABLE,
);
export type BulkUnblockRequest = z.infer<typeof bulkUnblockRequest>;

export const bulkUnblocked = z.object({
  unblocked: z.number().int(),
  /** Those that were not blocked (any more). */
  notBlocked: z.array(z.string()),
});
export type BulkUnblocked = z.infer<typeof bulkUnblocked>;

/** DELETE /security/blocked-ips/expired. */
export const removedBlocks = z.object({ removed: z.number().int() });
export type RemovedBlocks = z.infer<typeof removedBlocks>;

/* Recovery */

/** What an administrator may trigger. */
export const recoveryType = z.enum(
  ['unblock', 'reset-attempts', 'clear-alerts', 'full-recovery'],
  'Recovery type is required',
);
export type RecoveryType = z.infer<typeof recoveryType>;

/** What the automatic recovery does by itself. */
export const automaticRecoveryType = z.enum(['expired-block', 'block-repair']);

export const recoveryStatus = z.enum(['success', 'failed', 'in_progress']);
export type RecoveryStatus = z.infer<typeof recoveryStatus>;

/** GET /security/recovery: the history is paged, `meta` stands beside `data`. */
export const recoveriesQuery = pageQuery.extend({
  status: orAll(recoveryStatus.options, 'Status filter is not known'),
});
export type RecoveriesQuery = z.infer<typeof recoveriesQuery>;

export const recoveryRecord = z.object({
  id: z.string(),
  ip: z.string(),
  ip_address: z.string(),
  ipAddress: z.string(),
  recoveryType: z.enum([...recoveryType.options, ...automaticRecoveryType.options]),
  /** An administrator's id, or `system`. */
  triggeredBy: z.string(),
  reason: z.string(),
  /** Two spellings of one instant. */
  startedAt: instant,
  timestamp: instant,
  finishedAt: instant.nullable(),
  /** Milliseconds; null while it is under way. */
  duration: z.number().int().nullable(),
  status: recoveryStatus,
  /** Tries so far. */
  attempts: z.number().int(),
  /** Why it failed, or why the next try is waited for; '' otherwise. */
  error: z.string(),
  /** What it did, in one sentence; '' while it is under way. */
  result: z.string(),
});
export type RecoveryRecord = z.infer<typeof recoveryRecord>;

/** The real System Recovery Status. */
export const recoverySystemStatus = z.object({
  autoRecovery: z.boolean(),
  intervalMinutes: z.number().int(),
  maxRetries: z.number().int(),
  /** Has the job looked within the last two intervals? */
  running: z.boolean(),
  /** May an administrator trigger one by hand? */
  manualOverride: z.boolean(),
  /** Null: it has not looked yet. */
  lastCheck: instant.nullable(),
});
export type RecoverySystemStatus = z.infer<typeof recoverySystemStatus>;

export const recoveryOverview = z.object({
  /** The same as `status.running` and `status.autoRecovery`. */
  systemRecoveryActive: z.boolean(),
  history: z.array(recoveryRecord),
  status: recoverySystemStatus,
});
export type RecoveryOverview = z.infer<typeof recoveryOverview>;

/** POST /security/recovery/trigger; answers with the record, which is then under way. */
export const triggerRecoveryRequest = z.object(
  {
    ip: z
      .string('IP Address required')
      .trim()
      .min(1, { error: 'IP Address required', abort: true })
      .pipe(addressOrNetwork),
    recoveryType,
    reason,
  },
  UNREADABLE,
);
export type TriggerRecoveryRequest = z.infer<typeof triggerRecoveryRequest>;

const NO_RECOVERY = 'Recovery is not known';

/** POST /security/recovery/cancel. */
export const cancelRecoveryRequest = z.object(
  { id: z.uuid(NO_RECOVERY).toLowerCase() },
  UNREADABLE,
);
export type CancelRecoveryRequest = z.infer<typeof cancelRecoveryRequest>;

/* Beyond the specification */

/** GET /security/audit: newest first. */
const AUDIT_FILTER = 'The filter must be text of at most 100 characters';
const auditFilter = z
  .string(AUDIT_FILTER)
  .trim()
  .max(100, AUDIT_FILTER)
  .regex(NO_CONTROL_CHARACTERS, AUDIT_FILTER)
  .default('');
export const auditQuery = pageQuery.extend({
  /** Whole or the beginning: `quota.`, `ip.blocked`. */
  action: auditFilter,
  /** Whole: `user:<id>`, `ip:203.0.113.7`. */
  target: auditFilter,
  /** An administrator's id. */
  actor: auditFilter,
});
export type AuditQuery = z.infer<typeof auditQuery>;

export const auditEntry = z.object({
  id: z.string(),
  /** Null: the system itself. */
  actorId: z.string().nullable(),
  action: z.string(),
  target: z.string(),
  /** As the service that acted wrote it; null where there was nothing. */
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string(),
  service: z.string(),
  createdAt: instant,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** GET /security/ip-details?ip=. */
export const ipDetailsQuery = z.object({ ip: addressOrNetwork }, UNREADABLE);
export type IpDetailsQuery = z.infer<typeof ipDetailsQuery>;

export const ipDetails = z.object({
  ip: z.string(),
  /** The block in force, whatever network it stands for. */
  block: blockedIp.nullable(),
  /** No rule blocks it: it is in the allowlist. */
  allowed: z.boolean(),
  /** No rule blocks it until then. */
  graceUntil: instant.nullable(),
  /** Signals of the last 30 days, the most frequent kind first. */
  signals: z.array(z.object({ kind: z.string(), count: z.number().int(), last: instant })),
  /** Ids of the accounts that those were about, at most 50. */
  accounts: z.array(z.string()),
  /** The newest 20 signals. */
  events: z.array(
    z.object({ kind: z.string(), service: z.string(), detail: z.string(), createdAt: instant }),
  ),
  /** The newest 20 alerts and blocks. */
  alerts: z.array(securityAlert),
  decisions: z.array(blockedIp),
});
export type IpDetails = z.infer<typeof ipDetails>;

export const ruleMode = z.enum(['on', 'simulate', 'off'], 'Mode must be on, simulate or off');

/** GET /security/rules. */
export const detectionRule = z.object({
  name: z.string(),
  description: z.string(),
  /** The kinds of signals that count. */
  kinds: z.array(z.string()),
  /** Signals (or the different targets or addresses of them) at which it strikes, within `windowSeconds`. */
  threshold: z.number().int(),
  counts: z.enum(['signals', 'targets', 'addresses']),
  per: z.enum(['address', 'account', 'everywhere']),
  /** It counts only while this other rule has struck within its own window; null: always. */
  during: z.string().nullable(),
  windowSeconds: z.number().int(),
  alertType,
  severity: alertSeverity,
  decision: z.enum(['none', 'temporary', 'block']),
  /** Of the first block. Each further one is `growth` times as long, up to `maxBlockMinutes`. */
  blockMinutes: z.number().int(),
  growth: z.number(),
  maxBlockMinutes: z.number().int(),
  mode: ruleMode,
});
export type DetectionRule = z.infer<typeof detectionRule>;

/** PATCH /security/rules/{name}. */
export const updateRuleRequest = z.object({ mode: ruleMode }, UNREADABLE);
export type UpdateRuleRequest = z.infer<typeof updateRuleRequest>;
