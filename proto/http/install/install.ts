import { z } from 'zod';
import {
  instant,
  NO_CONTROL_CHARACTERS,
  pageQuery,
  sortedBy,
  UNREADABLE,
  userId,
} from '../envelope.js';
import { humanName } from '../human-name.js';
import { RULES } from '../rules.js';
import { IPV4, passwordOrKey, vpsFields } from './vps-fields.js';
import { windowsOptions } from './windows-options.js';

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
        // Windows accepts no control characters in a password, and a line break would not be transmitted intact.
        .refine((v) => !/[\u0000-\u001f\u007f]/.test(v), RULES.RDP_PASSWORD_CONTROL_CHARACTERS),
      windows_options: windowsOptions.optional(),
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

/** While an install has one of these statuses, the history is polled every 5 s (SPEC §4). */
export const ACTIVE_INSTALL_STATUSES = ['pending', 'preparing', 'running'] as const;

/**
 * Phases in order. The commit, after which Linux cannot be restored, happens between `rebooting` and `writing`.
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

/** Live progress of an install. Fields are `null` if it is not running or has not reported yet. */
export const installProgress = z.object({
  phase: installPhase.nullable(),
  /** True once the disk is being replaced. The VPS can no longer return to Linux. */
  committed: z.boolean(),
  /** Percent of the write, 0–100, with one decimal. */
  percent: z.number().nullable(),
  bytes_done: z.number().int().nullable(),
  bytes_total: z.number().int().nullable(),
  /** Bytes per second. */
  rate: z.number().nullable(),
  /** Before the write starts, estimated from the preflight's measurement. */
  eta_seconds: z.number().int().nullable(),
  /** Time of the last report of the VPS or the worker. */
  reported_at: instant.nullable(),
});
export type InstallProgress = z.infer<typeof installProgress>;

export const installFailure = z.object({
  /** Stable code, e.g. `SSH_AUTH_FAILED`. */
  code: z.string(),
  message: z.string(),
  /** Remedy. */
  cure: z.string(),
});
export type InstallFailure = z.infer<typeof installFailure>;

/** State of the VPS after a failure before the commit. */
export const installRestored = z.object({
  /** Linux responds, or the VPS never left it. */
  linux: z.boolean(),
  /** No files of Casement remain on the VPS. */
  clean: z.boolean(),
  /** Paths that may remain. */
  left: z.array(z.string()),
});

/**
 * Proof that remote desktop works. `password_accepted`: Windows accepted the customer's password in a sign-in (NLA)
 * that was not completed. `handshake`: remote desktop responds, which is all that an image without NLA can prove.
 */
export const installRdp = z.object({
  /** `Administrator`, unless Windows reported another name for its built-in administrator. */
  account: z.string(),
  port: z.number().int(),
  proof: z.enum(['password_accepted', 'handshake']),
  proven_at: instant,
  /**
   * SHA-256 in 64 hex digits of the certificate that Windows presented for the proof; `null` after only a handshake.
   */
  certificate_sha256: z.string().nullable(),
  /** Whether "Open in browser" is offered: POST /user/install/{id}/desktop. Absent from older versions. */
  desktop: z.boolean().optional(),
});
export type InstallRdp = z.infer<typeof installRdp>;

/** Findings of the recovery system, which starts instead of a Windows that does not. */
const installRecovery = z.object({
  /** First and last report. */
  since: instant,
  reported_at: instant,
  /** Starts of Windows without success; `null` if unknown. */
  starts: z.number().int().nullable(),
  /** Whether anything on C: changed after the write; `null` if unknown. */
  written_since: z.boolean().nullable(),
  /** Named as in the check of the VPS, e.g. `virtio-blk`. */
  disk_bus: z.string().nullable(),
  /** Processor features that the image needs and the machine lacks. */
  cpu_missing: z.array(z.string()),
  /** E.g. `0x0000007b`. */
  stop_code: z.string().nullable(),
  /** ImageState of Windows, or the last pass of its set-up. */
  setup_state: z.string().nullable(),
  /** Number of read or write errors of the disk. */
  io_errors: z.number().int(),
  bitlocker: z.boolean(),
});
export type InstallRecovery = z.infer<typeof installRecovery>;

/** Boot guard of an install. */
export const installGuard = z.object({
  /** Starts of Windows without success after which the recovery system starts. */
  limit: z.number().int(),
  /** Last sign of the VPS while the first start of Windows is awaited; `null` if it is not, or if anything answered. */
  silent_since: instant.nullable(),
  /** `null` if the recovery system never reported. */
  recovery: installRecovery.nullable(),
});

/** GET /user/install-history, and each row of /admin/install-data. */
export const installRecord = z.object({
  id: z.string(),
  user_id: z.string(),
  /** `null` if auth did not answer. */
  username: z.string().nullable(),
  ip: z.string(),
  /** The owner's name for the machine; `null` without one. Absent from older versions. */
  label: z.string().nullish(),
  /** Slug of the Windows version. */
  win_ver: z.string(),
  win_name: z.string().nullable(),
  /** Always `null`. The owner gets it from GET /user/install/{id}/rdp-password. */
  passwd_rdp: z.null(),
  /** Time at which the stored password is erased; `null` if it is not stored or the install has not ended. */
  passwd_rdp_until: instant.nullish(),
  /** Remote desktop port: 22 unless the service is configured otherwise. */
  rdp_port: z.number().int().optional(),
  /** `null` until proven, and for an install that an administrator completed manually. */
  rdp: installRdp.nullish(),
  status: installStatus,
  progress: installProgress,
  failure: installFailure.nullable(),
  restored: installRestored.nullish(),
  /** `null` without a boot guard. Absent from older versions. */
  guard: installGuard.nullish(),
  /** Held while in progress, spent when completed, returned when failed. */
  quota: z.enum(['held', 'spent', 'returned']),
  created_at: instant,
  updated_at: instant,
});
export type InstallRecord = z.infer<typeof installRecord>;

/** PUT /user/install/{id}/label. Applies to all installs of the caller with the same address and port. */
export const machineLabelRequest = z.object(
  {
    /** Empty: removes the label. */
    label: humanName(60, {
      text: RULES.MACHINE_LABEL,
      tooLong: RULES.MACHINE_LABEL_TOO_LONG,
      characters: RULES.MACHINE_LABEL_CHARACTERS,
    }),
  },
  UNREADABLE,
);
export type MachineLabelRequest = z.infer<typeof machineLabelRequest>;

/** GET /user/machines: an address and port of the caller's own installs. */
export const machine = z.object({
  ip: z.string(),
  /** Port of the desktop: as proven, otherwise the configured port. */
  port: z.number().int(),
  label: z.string().nullable(),
  /** Number of installs. */
  installs: z.number().int(),
  /** Latest install. */
  last: installRecord,
  /**
   * Install of the Windows that runs on the machine; `null` if none completed, or if a later install has signed in to a
   * Linux there.
   */
  windows: installRecord.nullable(),
});
export type Machine = z.infer<typeof machine>;

/** GET /user/install/{id}/rdp-password. */
export const rdpPassword = z.object({ passwd_rdp: z.string() });

/**
 * POST /user/install/{id}/rdp-check: the owner enters the password to check an install whose password was never
 * proven (in review, or completed by only a handshake). The password is not stored.
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

/** Result of the check. Only `RDP_PASSWORD_ACCEPTED` is a proof and completes an install in review. */
export const rdpCheck = z.object({
  /** Stable code: `RDP_PASSWORD_ACCEPTED`, or a code of an install's `failure`, e.g. `RDP_PASSWORD_REFUSED`. */
  code: z.string(),
  message: z.string(),
  /** Remedy; `null` if accepted. */
  cure: z.string().nullable(),
  rdp: installRdp.nullable(),
});
export type RdpCheck = z.infer<typeof rdpCheck>;

/** Statuses that an administrator may set manually (SPEC §4). */
export const MANUAL_INSTALL_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;

/** PUT /admin/install-data/{id}. */
export const updateInstallRequest = z.object(
  {
    status: z.enum(MANUAL_INSTALL_STATUSES, RULES.INSTALL_STATUS),
  },
  UNREADABLE,
);
export type UpdateInstallRequest = z.infer<typeof updateInstallRequest>;

/** Any status, or `active`: pending, preparing or running (SPEC §2). */
export const installFilter = z.enum(
  ['all', 'active', ...installStatus.options],
  RULES.STATUS_FILTER_UNKNOWN,
);
export type InstallFilter = z.infer<typeof installFilter>;

const searchText = z
  .string(RULES.SEARCH)
  .trim()
  .max(254, RULES.SEARCH)
  .regex(NO_CONTROL_CHARACTERS, RULES.SEARCH)
  .default('');

/** GET /user/install-history: newest first. */
export const installHistoryQuery = pageQuery.extend({
  status: installFilter.default('all'),
  /** Limits the list to this address. */
  ip: z.string(RULES.VPS_ADDRESS_INVALID).trim().regex(IPV4, RULES.VPS_ADDRESS_INVALID).optional(),
  /** Limits the list to this Windows version, by slug. */
  win_ver: z
    .string(RULES.WINDOWS_VERSION_UNKNOWN)
    .max(64, RULES.WINDOWS_VERSION_UNKNOWN)
    .regex(NO_CONTROL_CHARACTERS, RULES.WINDOWS_VERSION_UNKNOWN)
    .optional(),
  /** Part of an address or label, ignoring case. */
  search: searchText,
});
export type InstallHistoryQuery = z.infer<typeof installHistoryQuery>;

/**
 * GET /admin/install-data: newest first unless sorted, and newest first within one status. The search matches
 * username, ip and status, ignoring case.
 */
export const adminInstallsQuery = pageQuery.extend({
  ...sortedBy(['created_at', 'status']),
  search: searchText,
  status: installFilter.default('all'),
  /** Limits the list to this user. */
  user: userId.optional(),
});
export type AdminInstallsQuery = z.infer<typeof adminInstallsQuery>;

/** GET /admin/install-data/{id}. Without secrets. */
export const adminInstallDetails = z.object({
  install: installRecord,
  /** Linux found on the VPS; `null` if it was never examined. */
  os_name: z.string().nullable(),
  /** `null` for the default port and root. */
  ssh_port: z.number().int().nullable(),
  ssh_user: z.string().nullable(),
  finished_at: instant.nullable(),
  /** Output of the failed command, which only support understands. */
  failure_detail: z.string().nullable(),
  /** Findings on the VPS, in the order of the checks. */
  checks: z.array(
    z.object({
      name: z.string(),
      result: z.enum(['ok', 'refused']),
      found: z.string(),
      message: z.string().nullable(),
    }),
  ),
  /** Oldest first. */
  steps: z.array(
    z.object({
      name: z.string(),
      worker: z.string(),
      started_at: instant,
      /** `null` while the step runs, or if its worker crashed. */
      finished_at: instant.nullable(),
      /** `done` or a failure code. */
      outcome: z.string().nullable(),
    }),
  ),
});
export type AdminInstallDetails = z.infer<typeof adminInstallDetails>;

/** Failed installs with something in common, out of all that ended. */
export const failureGroup = z.object({
  /** Failure code, provider or Windows version; empty if unknown. */
  name: z.string(),
  failed: z.number().int(),
  /** Completed and failed. A failure code has only failed installs. */
  ended: z.number().int(),
});
export type FailureGroup = z.infer<typeof failureGroup>;

/** GET /admin/install-monitoring/failures: the last 30 days, most failures first, at most 10 groups each. */
export const installFailures = z.object({
  code: z.array(failureGroup),
  /** Provider or virtualization software that the check recognized. */
  provider: z.array(failureGroup),
  version: z.array(failureGroup),
});
export type InstallFailures = z.infer<typeof installFailures>;

/** GET /admin/install-monitoring/realtime, polled every 5 s. */
export const installMonitoring = z.object({
  /** All active installs, newest first, then the latest finished ones, limited by the server. */
  installations: z.array(installRecord),
  /** Most recently changed installs, latest change first. */
  recentActivity: z.array(installRecord),
  statistics: z.object({
    total: z.number().int(),
    /** Sum of pending, preparing and running. */
    active: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    /** Count of every status, including 0. */
    statusBreakdown: z.record(installStatus, z.number().int()),
  }),
});
export type InstallMonitoring = z.infer<typeof installMonitoring>;

/** GET /admin/install-monitoring/progress/{id}. */
export const installProgressReport = z.object({
  id: z.string(),
  status: installStatus,
  /** Depends only on the status (SPEC §4): pending 0, preparing 25, running 75, otherwise 100. */
  progress: z.number().int(),
  /** Live percent of the write, 0–100, with one decimal; `null` while no data is written. */
  live_percent: z.number().nullable(),
});
export type InstallProgressReport = z.infer<typeof installProgressReport>;

/** Event `install` of GET /user/install/{id}/events: fields that change during the install. */
export const installLive = installRecord
  .pick({
    id: true,
    status: true,
    progress: true,
    failure: true,
    restored: true,
    guard: true,
    quota: true,
    rdp: true,
  })
  .extend({
    updated_at: instant,
    /** Last log lines of the installer on the VPS, oldest first. */
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

/** Installs started on one day, by their current status. */
export const statusHistoryDay = z.object({
  /** Day in Jakarta, e.g. 2026-11-21. */
  date: z.string(),
  /** Count of every status, including 0. */
  counts: z.record(installStatus, z.number().int()),
});
export type StatusHistoryDay = z.infer<typeof statusHistoryDay>;

/** Hour of GET /admin/install-monitoring/hours: installs started and ended in it. */
export const installHour = z.object({
  /** Start of the hour. */
  at: instant,
  started: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  /** Progress of the failed installs when they stopped, latest first; at most 100 in all hours. */
  stopped: z.array(installProgress.pick({ phase: true, percent: true })),
});
export type InstallHour = z.infer<typeof installHour>;
