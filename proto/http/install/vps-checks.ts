import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, UNREADABLE } from '../envelope.js';
import { installFailure } from './install.js';
import { RULES } from '../rules.js';
import { passwordOrKey, vpsFields } from './vps-fields.js';

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

/** `passed`: an install may begin. `refused`: see the findings. `failed`: the VPS could not be examined. */
const vpsCheckStatus = z.enum(['pending', 'running', 'passed', 'refused', 'failed']);
export type VpsCheckStatus = z.infer<typeof vpsCheckStatus>;

/** One question of the preflight and its answer; code, message and cure only where it is refused. */
const vpsFinding = z.object({
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

const vpsDisk = z.object({
  /** As Linux names it: vda. */
  name: z.string(),
  /** In bytes. */
  size: z.number().int(),
  /** An install writes Windows over it. The others stay as they are. */
  erased: z.boolean(),
});

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
