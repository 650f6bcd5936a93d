import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery, UNREADABLE } from './envelope.js';

/** Rules and texts: SPEC §3–§5, §7. */

const IPV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

const vpsFields = {
  ip: z
    .string('IP address is required')
    .trim()
    .min(1, 'IP address is required')
    .regex(IPV4, 'Invalid IPv4 address'),
  passwd_vps: z
    .string('VPS password is required')
    .min(1, 'VPS password is required')
    .max(128, 'VPS password must be at most 128 characters'),
};

/** POST /user/install. */
export const installRequest = z.object(
  {
    ...vpsFields,
    win_ver: z
      .string('Windows version is required')
      .min(1, 'Windows version is required')
      .max(64, 'Windows version is not known')
      .regex(NO_CONTROL_CHARACTERS, 'Windows version is not known'),
    passwd_rdp: z
      .string('RDP password must be at least 4 characters')
      .min(4, 'RDP password must be at least 4 characters')
      .max(127, 'RDP password must be at most 127 characters')
      .refine((v) => !v.startsWith('#'), 'RDP password cannot start with "#" character')
      // Windows accepts no control characters in a password; a line break would also never arrive whole.
      .refine(
        (v) => !/[\u0000-\u001f\u007f]/.test(v),
        'RDP password cannot contain control characters',
      ),
  },
  UNREADABLE,
);
export type InstallRequest = z.infer<typeof installRequest>;

/** POST /user/install/check: 202. Without a version, what every version asks is checked. */
export const vpsCheckRequest = z.object(
  {
    ...vpsFields,
    win_ver: z
      .string('Windows version is not known')
      .max(64, 'Windows version is not known')
      .regex(NO_CONTROL_CHARACTERS, 'Windows version is not known')
      .optional(),
  },
  UNREADABLE,
);
export type VpsCheckRequest = z.infer<typeof vpsCheckRequest>;

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
  /** When the VPS or the worker was last heard. */
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

/** `passed`: an install may begin. `refused`: see the findings. `failed`: the VPS could not be examined. */
export const vpsCheckStatus = z.enum(['pending', 'running', 'passed', 'refused', 'failed']);
export type VpsCheckStatus = z.infer<typeof vpsCheckStatus>;

/** One question of the preflight and its answer; code, message and cure only where it is refused. */
export const vpsFinding = z.object({
  /** Stable, e.g. `disk size`. */
  name: z.string(),
  result: z.enum(['ok', 'refused']),
  /** What was found, in a few words. */
  found: z.string(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  cure: z.string().nullable(),
});
export type VpsFinding = z.infer<typeof vpsFinding>;

/** GET /user/install/check/{id}. Gone after a day. */
export const vpsCheck = z.object({
  id: z.string(),
  ip: z.string(),
  win_ver: z.string().nullable(),
  win_name: z.string().nullable(),
  status: vpsCheckStatus,
  /** What is being done, in this order; null where nothing is. */
  stage: z.enum(['connecting', 'examining', 'measuring']).nullable(),
  /** As the VPS names its system. */
  os_name: z.string().nullable(),
  findings: z.array(vpsFinding),
  /** Bytes per second that the VPS fetched parts of the image with. */
  rate: z.number().nullable(),
  /** How long fetching the whole image will take at that rate. */
  eta_seconds: z.number().int().nullable(),
  failure: installFailure.nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
});
export type VpsCheck = z.infer<typeof vpsCheck>;

/** After a failure before the commit: what became of the VPS. */
export const installRestored = z.object({
  /** Linux answers again, or was never left. */
  linux: z.boolean(),
  /** Nothing of ours is on it. */
  clean: z.boolean(),
  /** Paths that may remain. */
  left: z.array(z.string()),
});
export type InstallRestored = z.infer<typeof installRestored>;

/** GET /user/install-history; also each row of /admin/install-data (there passwd_rdp is null). */
export const installRecord = z.object({
  id: z.string(),
  user_id: z.string(),
  /** Null where auth could not be asked. */
  username: z.string().nullable(),
  ip: z.string(),
  /** A version's slug. */
  win_ver: z.string(),
  win_name: z.string().nullable(),
  /** Shown to its owner only. */
  passwd_rdp: z.string().nullable(),
  /** Where remote desktop answers: 22, unless the service was set up otherwise. */
  rdp_port: z.number().int().optional(),
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

/** GET /user/windows-versions and /admin/windows-versions. */
export const windowsVersion = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** False until an image was imported: the form shows it disabled. */
  available: z.boolean(),
  created_at: instant,
});
export type WindowsVersion = z.infer<typeof windowsVersion>;

/** POST and PUT /admin/windows-versions. */
export const windowsVersionRequest = z.object(
  {
    name: z
      .string('Name is required')
      .trim()
      .min(1, 'Name is required')
      .max(100, 'Name must be at most 100 characters')
      .regex(NO_CONTROL_CHARACTERS, 'Name cannot contain control characters'),
    slug: z
      .string('Slug is required')
      .trim()
      .min(1, 'Slug is required')
      .max(64, 'Slug must be at most 64 characters')
      .regex(
        /^[a-z0-9][a-z0-9._-]*$/,
        'Slug can only contain lowercase letters, numbers, dots, hyphens, and underscores',
      ),
  },
  UNREADABLE,
);
export type WindowsVersionRequest = z.infer<typeof windowsVersionRequest>;

/** What an administrator may set by hand (SPEC §4). */
export const MANUAL_INSTALL_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;

/** PUT /admin/install-data/{id}. */
export const updateInstallRequest = z.object(
  {
    status: z.enum(MANUAL_INSTALL_STATUSES, 'Status must be pending, running, completed or failed'),
  },
  UNREADABLE,
);
export type UpdateInstallRequest = z.infer<typeof updateInstallRequest>;

const SEARCH = 'Search must be text of at most 254 characters';

/** Every status, or `active`: pending, preparing or running (SPEC §2). */
export const installFilter = z.enum(
  ['all', 'active', ...installStatus.options],
  'Status filter is not known',
);
export type InstallFilter = z.infer<typeof installFilter>;

/** GET /admin/install-data: newest first; the search looks in username, ip and status, whatever the case. */
export const adminInstallsQuery = pageQuery.extend({
  search: z.string(SEARCH).trim().max(254, SEARCH).regex(NO_CONTROL_CHARACTERS, SEARCH).default(''),
  status: installFilter.default('all'),
});
export type AdminInstallsQuery = z.infer<typeof adminInstallsQuery>;

/** GET /admin/install-monitoring/realtime, polled every 5 s. Records are without passwd_rdp. */
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
  .pick({ id: true, status: true, progress: true, failure: true, restored: true, quota: true })
  .extend({
    updated_at: instant,
    /** The last lines of the installer on the VPS, oldest first. */
    log: z.array(z.string()),
  });
export type InstallLive = z.infer<typeof installLive>;

const DAYS = 'Days must be a whole number from 1 to 90';

/** GET /admin/install-monitoring/history. */
export const statusHistoryQuery = z.object(
  { days: z.coerce.number(DAYS).int(DAYS).min(1, DAYS).max(90, DAYS).default(30) },
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
