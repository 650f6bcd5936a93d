import { z } from 'zod';
import { installPhase } from '@casement/proto/http/install/install.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { plainText } from '@casement/windows-image/text.js';

/** Bodies are `application/x-www-form-urlencoded`, as sent by curl's --data-urlencode. */

/** Random identifier of one boot of the RAM stage. */
const nonce = z.string().regex(/^[0-9a-f]{32}$/);
const count = z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const logLines = z
  .string()
  .max(8192)
  .default('')
  .transform((text) => plainText(text).split('\n').filter(Boolean).slice(-20));

export const checkInRequest = z.object({
  nonce,
  kernel: z.string().max(200).default('').transform(plainText),
  memory_kb: count.default(0),
  log: logLines,
});
export type CheckInRequest = z.infer<typeof checkInRequest>;

export const commitRequest = z.object({ nonce });
export type CommitRequest = z.infer<typeof commitRequest>;

export const filesRequest = z.object({
  nonce,
  /** ImageState of the written Windows. Older stages omit it and support only the default. */
  image: z.enum(['generalised', 'configured']).default('generalised'),
  /** `static` if DHCP offered another address than Linux had and the stage used Linux's address. */
  network: z.enum(['', 'static']).default(''),
  /** Packet size of the stage's card. Ignored if invalid, because a refusal after the commit would strand the VPS. */
  mtu: z.coerce.number().int().min(576).optional().catch(undefined),
  /** Whether the stage set up the boot guard. */
  guard: z.enum(['yes', 'none']).default('none').catch('none'),
});
export type FilesRequest = z.infer<typeof filesRequest>;

export const progressRequest = z.object({
  nonce,
  /** Increases with every report of the same boot. */
  sequence: count,
  phase: installPhase,
  bytes_done: count,
  bytes_total: count,
  /** Bytes per second. */
  rate: count,
  /** Empty string if unknown. */
  eta: z.union([z.literal('').transform(() => null), count]),
  /** Milestone reached since the last report. */
  event: z.enum(['', 'written', 'verified', 'configured', 'restarting']).default(''),
  /** `none` if the stage was granted a boot guard but could not set it up. */
  guard: z.literal('none').optional().catch(undefined),
  log: logLines,
});
export type ProgressRequest = z.infer<typeof progressRequest>;

/** Failure codes that the stage may report. All other codes are assigned by the service. */
const STAGE_CODES = [
  'STAGE_DISK_CHANGED',
  'STAGE_BOOT_ENTRY_STUCK',
  'STAGE_FAILED',
  'STAGE_ADDRESS_CHANGED',
  'STAGE_DOWNLOAD_FAILED',
  'IMAGE_MISSING',
  'CHUNK_CORRUPT',
  'CHUNK_TRUNCATED',
  'CHUNK_UNREACHABLE',
  'DISK_WRITE_FAILED',
  'DISK_VERIFY_FAILED',
  'NTFS_HIBERNATED',
  'NTFS_DIRTY',
  'NTFS_INCONSISTENT',
  'LOADER_MISSING',
  'CONFIGURE_FAILED',
] as const satisfies FailureCode[];

export const failureRequest = z.object({
  nonce,
  code: z.enum(STAGE_CODES),
  detail: z.string().max(2000).default('').transform(plainText),
  /** `no` means that the stage keeps retrying. */
  final: z.enum(['yes', 'no']).transform((answer) => answer === 'yes'),
  log: logLines,
});
export type FailureRequest = z.infer<typeof failureRequest>;
