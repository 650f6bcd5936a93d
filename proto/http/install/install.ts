import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery, searchText, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { imageKind, installSsh } from './linux.js';
import { networkOptionsOf } from './network-choices.js';
import { installRdp, newRdpPassword } from './rdp.js';
import { consoleCode, installGuard } from './recovery.js';
import { IPV4, passwordOrKey, vpsFields } from './vps-fields.js';
import { windowsOptions } from './windows-options.js';

/** Rules and texts: SPEC §3–§5, §7. */

/** The Windows to install. */
const windowsFields = {
  win_ver: z
    .string(RULES.WINDOWS_VERSION_REQUIRED)
    .min(1, RULES.WINDOWS_VERSION_REQUIRED)
    .max(64, RULES.WINDOWS_VERSION_UNKNOWN)
    .regex(NO_CONTROL_CHARACTERS, RULES.WINDOWS_VERSION_UNKNOWN),
  passwd_rdp: newRdpPassword,
  windows_options: windowsOptions.optional(),
};

/** POST /user/install. */
export const installRequest = z
  .object({ ...vpsFields, ...windowsFields }, UNREADABLE)
  .check(passwordOrKey);
export type InstallRequest = z.infer<typeof installRequest>;

/**
 * POST /user/install/{id}/again: installs Windows from the recovery system of an ended install. Address, port and
 * network stay those of that install, so the network settings among the options are refused.
 */
export const installAgainRequest = z
  .object({ code: consoleCode, ...windowsFields }, UNREADABLE)
  .check(({ value, issues }) => {
    for (const name of Object.keys(networkOptionsOf(value.windows_options))) {
      const path = ['windows_options', name];
      issues.push({ code: 'custom', path, message: RULES.NETWORK_STAYS, input: value });
    }
  });
export type InstallAgainRequest = z.infer<typeof installAgainRequest>;

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
const installRestored = z.object({
  /** Linux responds, or the VPS never left it. */
  linux: z.boolean(),
  /** No files of Casement remain on the VPS. */
  clean: z.boolean(),
  /** Paths that may remain. */
  left: z.array(z.string()),
});

/** GET /user/install-history, and each row of /admin/install-data. */
export const installRecord = z.object({
  id: z.string(),
  user_id: z.string(),
  /** `null` if auth did not answer. */
  username: z.string().nullable(),
  ip: z.string(),
  /** The owner's name for the machine; `null` if it has no name. Absent from older versions. */
  label: z.string().nullish(),
  /** `linux` for a return to Linux. Absent from older versions. */
  kind: imageKind.optional(),
  /** Quota that it costs: 0 or 1. Absent from older versions. */
  price: z.number().int().optional(),
  /** Slug of the Windows version, or of the Linux version. */
  win_ver: z.string(),
  win_name: z.string().nullable(),
  /** Always `null`. The owner gets it from GET /user/install/{id}/rdp-password. */
  passwd_rdp: z.null(),
  /** Time at which the stored password is erased; `null` if it is not stored or the install has not ended. */
  passwd_rdp_until: instant.nullish(),
  /** Port at which remote desktop is reachable: the SSH port of the request, 22 unless configured otherwise. */
  rdp_port: z.number().int().optional(),
  /** `null` until proven, and for an install that an administrator completed manually. */
  rdp: installRdp.nullish(),
  /** `null` except for a return to Linux. Absent from older versions. */
  ssh: installSsh.nullish(),
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

/** Any status, or `active`: pending, preparing or running (SPEC §2). */
export const installFilter = z.enum(
  ['all', 'active', ...installStatus.options],
  RULES.STATUS_FILTER_UNKNOWN,
);
export type InstallFilter = z.infer<typeof installFilter>;

/** GET /user/install-history: newest first. */
export const installHistoryQuery = pageQuery.extend({
  status: installFilter.default('all'),
  /** Limits the list to this address. */
  ip: z.string(RULES.VPS_ADDRESS_INVALID).trim().regex(IPV4, RULES.VPS_ADDRESS_INVALID).optional(),
  /** Limits the list to this port of remote desktop. Several VPSs may share an address. */
  port: z.coerce
    .number(RULES.SSH_PORT)
    .int(RULES.SSH_PORT)
    .min(1, RULES.SSH_PORT)
    .max(65_535, RULES.SSH_PORT)
    .optional(),
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

/** Event `install` of GET /user/install/{id}/events: fields that change during the install. */
export interface InstallLive extends Pick<
  InstallRecord,
  'id' | 'status' | 'progress' | 'failure' | 'restored' | 'guard' | 'quota' | 'rdp' | 'ssh'
> {
  updated_at: string;
  /** Last log lines of the installer on the VPS, oldest first. */
  log: string[];
}
