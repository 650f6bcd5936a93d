import { z } from 'zod';
import {
  instant,
  NO_CONTROL_CHARACTERS,
  pageQuery,
  sortedBy,
  UNREADABLE,
  userId,
} from './envelope.js';
import { RULES } from './rules.js';

/** Rules and texts: SPEC §3–§5, §7. */

const IPV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

const vpsFields = {
  ip: z
    .string(RULES.VPS_ADDRESS_REQUIRED)
    .trim()
    .min(1, RULES.VPS_ADDRESS_REQUIRED)
    .regex(IPV4, RULES.VPS_ADDRESS_INVALID),
  /** May be empty where a key is given. Of another user than root it is also what sudo is answered with. */
  passwd_vps: z
    .string(RULES.VPS_PASSWORD_REQUIRED)
    .max(128, RULES.VPS_PASSWORD_TOO_LONG)
    .default(''),
  /** Where SSH answers; 22 unless the service was set up otherwise. */
  ssh_port: z.int(RULES.SSH_PORT).min(1, RULES.SSH_PORT).max(65_535, RULES.SSH_PORT).optional(),
  /** Who signs in: root unless named. Any other has to be allowed sudo. */
  ssh_user: z
    .string(RULES.SSH_USER)
    .max(32, RULES.SSH_USER)
    .regex(/^([a-zA-Z_][a-zA-Z0-9_.-]*)?$/, RULES.SSH_USER)
    .optional(),
  /** A private key, the whole file: ed25519, RSA or ECDSA. */
  ssh_key: z.string(RULES.SSH_KEY_UNREADABLE).max(16_384, RULES.SSH_KEY_TOO_LONG).optional(),
  /** Opens the key. It is not kept. */
  ssh_passphrase: z
    .string(RULES.SSH_PASSPHRASE_WRONG)
    .max(1024, RULES.SSH_PASSPHRASE_WRONG)
    .optional(),
};

/** SPEC §5 for an empty password, unless there is a key: in the order of the fields, and beside what else is wrong. */
const passwordOrKey = z.check<Record<string, unknown>>(({ value, issues }) => {
  const { passwd_vps, ssh_key } = value;
  if (passwd_vps || ssh_key || issues.some(({ path }) => path?.[0] === 'passwd_vps')) return;
  const before = issues.filter(({ path }) => path?.[0] === 'ip').length;
  const message = RULES.VPS_PASSWORD_REQUIRED;
  issues.splice(before, 0, { code: 'custom', path: ['passwd_vps'], message, input: passwd_vps });
});
// Without this it would wait until nothing else is wrong.
passwordOrKey._zod.def.when = ({ value }) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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

/** POST /user/install/check: 202. Without a version, what every version asks is checked. */
export const vpsCheckRequest = z
  .object(
    {
      ...vpsFields,
      win_ver: z
        .string(RULES.WINDOWS_VERSION_UNKNOWN)
        .max(64, RULES.WINDOWS_VERSION_UNKNOWN)
        .regex(NO_CONTROL_CHARACTERS, RULES.WINDOWS_VERSION_UNKNOWN)
        .optional(),
      /**
       * A check of the same address and version that is under way, or that passed less than 10 minutes ago and was
       * followed by no install, is answered in place of a new one. It signed in with what was given to it.
       */
      reuse: z.boolean(RULES.CHECK_REUSE).optional(),
    },
    UNREADABLE,
  )
  .check(passwordOrKey);
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

export const vpsDisk = z.object({
  /** As Linux names it: vda. */
  name: z.string(),
  /** In bytes. */
  size: z.number().int(),
  /** An install writes Windows over it. The others stay as they are. */
  erased: z.boolean(),
});
export type VpsDisk = z.infer<typeof vpsDisk>;

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
  /** As the VPS names itself. */
  hostname: z.string().nullish(),
  /** The disks of the VPS; empty before it was examined. */
  disks: z.array(vpsDisk).optional(),
  /** Addresses of Linux that Windows will not have: `10.9.0.5/24 (eth1)`. */
  lost_addresses: z.array(z.string()).optional(),
  findings: z.array(vpsFinding),
  /** Bytes per second that the VPS fetched parts of the image with. */
  rate: z.number().nullable(),
  /** How long fetching the whole image will take at that rate. */
  eta_seconds: z.number().int().nullable(),
  /** How long the install will take in all: that, and what installs took beside it lately. */
  install_seconds: z.number().int().nullish(),
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
export type RdpPassword = z.infer<typeof rdpPassword>;

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
      .string(RULES.NAME_REQUIRED)
      .trim()
      .min(1, RULES.NAME_REQUIRED)
      .max(100, RULES.NAME_TOO_LONG)
      .regex(NO_CONTROL_CHARACTERS, RULES.NAME_CONTROL_CHARACTERS),
    slug: z
      .string(RULES.SLUG_REQUIRED)
      .trim()
      .min(1, RULES.SLUG_REQUIRED)
      .max(64, RULES.SLUG_TOO_LONG)
      .regex(/^[a-z0-9][a-z0-9._-]*$/, RULES.SLUG_CHARACTERS),
  },
  UNREADABLE,
);
export type WindowsVersionRequest = z.infer<typeof windowsVersionRequest>;

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
