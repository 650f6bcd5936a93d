import { z } from 'zod';
import {
  instant,
  NO_CONTROL_CHARACTERS,
  pageQuery,
  sortedBy,
  UNREADABLE,
  userId,
} from '../envelope.js';
import { RULES } from '../rules.js';
import { IPV4, passwordOrKey, vpsFields } from './vps-fields.js';

/** Rules and texts: SPEC §3–§5, §7. */

/** POST /user/install. */
export const installRequest = z
  .object(
    {
      ...vpsFields,
      win_ver: z
        .string(RULES.WINDOWS_VERSION_REQUIRED)
        .min(1, RULES.WINDOWS_VERSION_REQUIRED)
        .max(64, RULES.WINDOWS_VERSION_UNKNOWN)
        .regex(NO_CONTROL_CHARACTERS, RULES.WINDOWS_VERSION_UNKNOWN),
      passwd_rdp: z
        .string(RULES.RDP_PASSWORD_TOO_SHORT)
        .min(4, RULES.RDP_PASSWORD_TOO_SHORT)
        .max(127, RULES.RDP_PASSWORD_TOO_LONG)
        .refine((v) => !v.startsWith('#'), RULES.RDP_PASSWORD_HASH)
        // Windows accepts no control characters in a password; a line break would also never arrive whole.
        .refine((v) => !/[\u0000-\u001f\u007f]/.test(v), RULES.RDP_PASSWORD_CONTROL_CHARACTERS),
    },
    UNREADABLE,
  )
  .check(passwordOrKey);
export type InstallRequest = z.infer<typeof installRequest>;

export const installStatus = z.enum([
  'pending',
  'preparing',
  'running',
  'manual_review',
  'completed',
  'failed',
]);
export type InstallStatus = z.infer<typeof installStatus>;

/** While any install is in one of these, the history is polled every 5 s (SPEC §4). */
export const ACTIVE_INSTALL_STATUSES = ['pending', 'preparing', 'running'] as const;

/**
 * The eight phases in order. Commit, after which Linux is gone, stands between `rebooting` and `writing`.
 * `writing` includes reading the disk back.
 */
export const installPhase = z.enum([
  'connecting',
  'checking',
  'preparing',
  'rebooting',
  'writing',
  'configuring',
  'starting',
  'verifying',
]);
export type InstallPhase = z.infer<typeof installPhase>;

/** What is known live of an install; null where it is not running or nothing was reported yet. */
export const installProgress = z.object({
  phase: installPhase.nullable(),
  /** True once the disk has begun to be replaced: the VPS can no longer return to Linux. */
  committed: z.boolean(),
  /** Percent of the write, 0–100, one decimal. */
  percent: z.number().nullable(),
  bytes_done: z.number().int().nullable(),
  bytes_total: z.number().int().nullable(),
  /** Bytes per second. */
  rate: z.number().nullable(),
  /** Before the write: what it will take, by what the preflight measured. */
  eta_seconds: z.number().int().nullable(),
  /** When the VPS or the worker last reported. */
  reported_at: instant.nullable(),
});
export type InstallProgress = z.infer<typeof installProgress>;

export const installFailure = z.object({
  /** Stable, e.g. `SSH_AUTH_FAILED`. */
  code: z.string(),
  /** What happened. */
  message: z.string(),
  /** What to do. */
  cure: z.string(),
});
export type InstallFailure = z.infer<typeof installFailure>;

/** After a failure before the commit: what became of the VPS. */
export const installRestored = z.object({
  /** Linux answers again, or was never left. */
  linux: z.boolean(),
  /** Nothing of ours is on it. */
  clean: z.boolean(),
  /** Paths that may remain. */
  left: z.array(z.string()),
});

/**
 * What is proven of remote desktop. `password_accepted`: Windows accepted the customer's password at a sign-in (NLA), which was
 * not gone through with. `handshake`: remote desktop answers; of an image without NLA no more can be asked.
 */
export const installRdp = z.object({
  /** Administrator, unless Windows reported another name of its built-in administrator. */
  account: z.string(),
  port: z.number().int(),
  proof: z.enum(['password_accepted', 'handshake']),
  proven_at: instant,
  /** Of the certificate that Windows showed at the proof, 64 hex digits; null after a handshake alone. */
  certificate_sha256: z.string().nullable(),
  /** "Open in browser" is offered: POST /user/install/{id}/desktop. Absent of an answer of before it existed. */
  desktop: z.boolean().optional(),
});
export type InstallRdp = z.infer<typeof installRdp>;

/** GET /user/install-history; also each row of /admin/install-data. */
export const installRecord = z.object({
  id: z.string(),
  user_id: z.string(),
  /** Null where auth could not be asked. */
  username: z.string().nullable(),
  ip: z.string(),
  /** A version's slug. */
  win_ver: z.string(),
  win_name: z.string().nullable(),
  /** Always null: its owner has it shown by GET /user/install/{id}/rdp-password. */
  passwd_rdp: z.null(),
  /** Until when it can be shown; null where it is not stored, or the install has not ended. */
  passwd_rdp_until: instant.nullish(),
  /** Where remote desktop answers: 22, unless the service was set up otherwise. */
  rdp_port: z.number().int().optional(),
  /** Null until it is proven; also of an install that an administrator completed by hand. */
  rdp: installRdp.nullish(),
  status: installStatus,
  progress: installProgress,
  failure: installFailure.nullable(),
  restored: installRestored.nullish(),
  /** What happened to the quota: held while under way, spent when completed, returned when failed. */
  quota: z.enum(['held', 'spent', 'returned']),
  created_at: instant,
  updated_at: instant,
});
export type InstallRecord = z.infer<typeof installRecord>;

/** GET /user/install/{id}/rdp-password. */
export const rdpPassword = z.object({ passwd_rdp: z.string() });

/**
 * POST /user/install/{id}/rdp-check: an install whose password was never seen to work (in review, or completed by a handshake
 * alone) is tried once more, by its owner, who types the password; it is not kept.
 */
export const rdpCheckRequest = z.object(
  {
    password: z
      .string(RULES.RDP_PASSWORD_REQUIRED)
      .min(1, RULES.RDP_PASSWORD_REQUIRED)
      .max(127, RULES.RDP_PASSWORD_TOO_LONG),
  },
  UNREADABLE,
);
export type RdpCheckRequest = z.infer<typeof rdpCheckRequest>;

/** What came of it. Only `RDP_PASSWORD_ACCEPTED` is a proof; an install in review is completed by it. */
export const rdpCheck = z.object({
  /** Stable: `RDP_PASSWORD_ACCEPTED`, or as in `failure` of an install, e.g. `RDP_PASSWORD_REFUSED`. */
  code: z.string(),
  /** What happened. */
  message: z.string(),
  /** What to do; null where it was accepted. */
  cure: z.string().nullable(),
  rdp: installRdp.nullable(),
});
export type RdpCheck = z.infer<typeof rdpCheck>;

/** What an administrator may set by hand (SPEC §4). */
export const MANUAL_INSTALL_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;

/** PUT /admin/install-data/{id}. */
export const updateInstallRequest = z.object(
  {
    status: z.enum(MANUAL_INSTALL_STATUSES, RULES.INSTALL_STATUS),
  },
  UNREADABLE,
);
export type UpdateInstallRequest = z.infer<typeof updateInstallRequest>;

/** Every status, or `active`: pending, preparing or running (SPEC §2). */
export const installFilter = z.enum(
  ['all', 'active', ...installStatus.options],
  RULES.STATUS_FILTER_UNKNOWN,
);
export type InstallFilter = z.infer<typeof installFilter>;

/** GET /user/install-history: newest first. */
export const installHistoryQuery = pageQuery.extend({
  status: installFilter.default('all'),
  /** Only of this address. */
  ip: z.string(RULES.VPS_ADDRESS_INVALID).trim().regex(IPV4, RULES.VPS_ADDRESS_INVALID).optional(),
});
export type InstallHistoryQuery = z.infer<typeof installHistoryQuery>;

/** GET /admin/install-data: newest first unless sorted, and newest first of one status; the search looks in username, ip and status, and ignores case. */
export const adminInstallsQuery = pageQuery.extend({
  ...sortedBy(['created_at', 'status']),
  search: z
    .string(RULES.SEARCH)
    .trim()
    .max(254, RULES.SEARCH)
    .regex(NO_CONTROL_CHARACTERS, RULES.SEARCH)
    .default(''),
  status: installFilter.default('all'),
  /** Only this user's. */
  user: userId.optional(),
});
export type AdminInstallsQuery = z.infer<typeof adminInstallsQuery>;

/** GET /admin/install-monitoring/realtime, polled every 5 s. */
export const installMonitoring = z.object({
  /** Every active install, newest first, then the latest finished ones; bounded by the server. */
  installations: z.array(installRecord),
  /** The installs that changed last, latest change first. */
  recentActivity: z.array(installRecord),
  statistics: z.object({
    total: z.number().int(),
    /** pending + preparing + running. */
    active: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    /** A count for every status, 0 included. */
    statusBreakdown: z.record(installStatus, z.number().int()),
  }),
});
export type InstallMonitoring = z.infer<typeof installMonitoring>;

/** GET /admin/install-monitoring/progress/{id}. */
export const installProgressReport = z.object({
  id: z.string(),
  status: installStatus,
  /** By status alone (SPEC §4): pending 0, preparing 25, running 75, else 100. */
  progress: z.number().int(),
  /** The live percent of the write, 0–100, one decimal; null where nothing is written. */
  live_percent: z.number().nullable(),
});
export type InstallProgressReport = z.infer<typeof installProgressReport>;

/** The event `install` of GET /user/install/{id}/events: what changes while it is under way. */
export const installLive = installRecord
  .pick({
    id: true,
    status: true,
    progress: true,
    failure: true,
    restored: true,
    quota: true,
    rdp: true,
  })
  .extend({
    updated_at: instant,
    /** The last lines of the installer on the VPS, oldest first. */
    log: z.array(z.string()),
  });
export type InstallLive = z.infer<typeof installLive>;

/** GET /admin/install-monitoring/history. */
export const statusHistoryQuery = z.object(
  {
    days: z.coerce
      .number(RULES.DAYS)
      .int(RULES.DAYS)
      .min(1, RULES.DAYS)
      .max(90, RULES.DAYS)
      .default(30),
  },
  UNREADABLE,
);
export type StatusHistoryQuery = z.infer<typeof statusHistoryQuery>;

/** The installs that were started on one day, by where they stand now. */
export const statusHistoryDay = z.object({
  /** 2026-11-21, a day in Jakarta. */
  date: z.string(),
  /** A count for every status, 0 included. */
  counts: z.record(installStatus, z.number().int()),
});
export type StatusHistoryDay = z.infer<typeof statusHistoryDay>;

/** One hour of GET /admin/install-monitoring/hours: what began in it, and what ended in it. */
export const installHour = z.object({
  /** Its beginning. */
  at: instant,
  started: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  /** How far those that failed had come, latest first; at most 100 of all hours are told of. */
  stopped: z.array(installProgress.pick({ phase: true, percent: true })),
});
export type InstallHour = z.infer<typeof installHour>;
