import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, UNREADABLE } from '../envelope.js';
import { installFailure } from './install.js';
import { networkOptions } from './network-options.js';
import { RULES } from '../rules.js';
import { passwordOrKey, vpsFields } from './vps-fields.js';

/** POST /user/install/check: 202. Without a version, the requirements common to all versions are checked. */
export const vpsCheckRequest = z
  .object(
    {
      ...vpsFields,
      win_ver: z
        .string(RULES.WINDOWS_VERSION_UNKNOWN)
        .max(64, RULES.WINDOWS_VERSION_UNKNOWN)
        .regex(NO_CONTROL_CHARACTERS, RULES.WINDOWS_VERSION_UNKNOWN)
        .optional(),
      /** Network settings of `windows_options` in the install that follows. The check applies and shows them. */
      network: networkOptions.optional(),
      /**
       * Returns an existing check of the same address, version and network instead of a new one if it is in progress, or
       * passed less than 10 minutes ago without a subsequent install. The existing check used the credentials of its
       * own request.
       */
      reuse: z.boolean(RULES.CHECK_REUSE).optional(),
    },
    UNREADABLE,
  )
  .check(passwordOrKey);
export type VpsCheckRequest = z.infer<typeof vpsCheckRequest>;

/** `passed`: an install may start. `refused`: see the findings. `failed`: the VPS could not be examined. */
const vpsCheckStatus = z.enum(['pending', 'running', 'passed', 'refused', 'failed']);
export type VpsCheckStatus = z.infer<typeof vpsCheckStatus>;

/**
 * Preflight check with its result. Code, message and `cure` are set if the check refused, or if it is `ok` with a
 * remark.
 */
const vpsFinding = z.object({
  /** Stable name, e.g. `disk size`. */
  name: z.string(),
  result: z.enum(['ok', 'refused']),
  /** Short description of the finding. */
  found: z.string(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  cure: z.string().nullable(),
});
export type VpsFinding = z.infer<typeof vpsFinding>;

const vpsDisk = z.object({
  /** Linux device name, e.g. vda. */
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** True if an install writes Windows to this disk. Other disks stay unchanged. */
  erased: z.boolean(),
});

/** GET /user/install/check/{id}. Deleted after a day. */
export const vpsCheck = z.object({
  id: z.string(),
  ip: z.string(),
  win_ver: z.string().nullable(),
  win_name: z.string().nullable(),
  status: vpsCheckStatus,
  /** Current stage in this order; `null` if not running. */
  stage: z.enum(['connecting', 'examining', 'measuring']).nullable(),
  os_name: z.string().nullable(),
  hostname: z.string().nullish(),
  /**
   * Settings of Linux that Windows gets unless `windows_options` has others; with `null`, the image's setting stays.
   * Missing until the VPS was examined.
   */
  windows_defaults: z
    .object({
      time_zone: z.string().nullable(),
      keyboard: z.string().nullable(),
      region: z.string().nullable(),
      computer_name: z.string().nullable(),
    })
    .optional(),
  /** Network that Windows will get. Missing until the VPS was examined, and if it cannot be planned. */
  windows_network: z
    .object({
      dhcp: z.boolean(),
      /** IPv4 addresses with prefix, then static IPv6 addresses. With DHCP, the current address of Linux. */
      addresses: z.array(z.string()),
      gateway: z.string(),
      /** `null`: assigned by DHCP. */
      dns: z.array(z.string()).nullable(),
      /** `null`: as in the image. */
      ipv6: z.boolean().nullable(),
    })
    .optional(),
  /** Disks of the VPS; empty until they were examined. */
  disks: z.array(vpsDisk).optional(),
  /** Linux addresses that Windows will not have, e.g. `10.9.0.5/24 (eth1)`. */
  lost_addresses: z.array(z.string()).optional(),
  findings: z.array(vpsFinding),
  /** Measured download rate of image parts in bytes per second. */
  rate: z.number().nullable(),
  /** Estimated download time of the complete image at that rate. */
  eta_seconds: z.number().int().nullable(),
  /** Estimated duration of the install: the download plus the other time of recent installs. */
  install_seconds: z.number().int().nullish(),
  failure: installFailure.nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
});
export type VpsCheck = z.infer<typeof vpsCheck>;
