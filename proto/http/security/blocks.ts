import { z } from 'zod';
import { instant, pageQuery, UNREADABLE } from '../envelope.js';
import { addressFilter, addressOrNetwork, NO_ADDRESS, orAll, reason } from './fields.js';
import { RULES } from '../rules.js';

/** Minutes that a block lasts (SPEC §9). */
export const BLOCK_MINUTES = { least: 1, most: 10_080, unlessGiven: 60 } as const;

/**
 * `auto`: a rule's decision, longer for repeat offenders. `temporary`: a rule's short brake, which never grows.
 * `manual`: an administrator's.
 */
export const blockType = z.enum(['auto', 'manual', 'temporary']);
export type BlockType = z.infer<typeof blockType>;

/** `pending`: decided, but not in force at every enforcement point yet (while the messaging is away). */
export const blockStatus = z.enum(['active', 'expired', 'pending']);
export type BlockStatus = z.infer<typeof blockStatus>;

/** GET /security/blocked-ips: newest first. */
export const blockedIpsQuery = pageQuery.extend({
  ip: addressFilter,
  blockType: orAll(blockType.options, RULES.BLOCK_TYPE_UNKNOWN),
  status: orAll(blockStatus.options, RULES.STATUS_FILTER_UNKNOWN),
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
  /** The rule that blocked it, e.g. `password-spraying`; null: an administrator. */
  rule: z.string().nullable(),
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

/** Stands as `stats` beside `data` and `meta` of the list: all blocks in force, also those that the filter leaves out. */
export const blockedIpStats = z.object({
  total: z.number().int(),
  auto: z.number().int(),
  manual: z.number().int(),
  temporary: z.number().int(),
});
export type BlockedIpStats = z.infer<typeof blockedIpStats>;

/** Blank or no number at all means 60 (SPEC §5); so does null, which is how JSON writes NaN. */
const duration = z.preprocess((given) => {
  const number = typeof given === 'string' && given.trim() === '' ? NaN : Number(given ?? NaN);
  return Number.isNaN(number) ? BLOCK_MINUTES.unlessGiven : number;
}, z.number(RULES.DURATION_WHOLE).min(BLOCK_MINUTES.least, RULES.DURATION_TOO_SHORT).max(BLOCK_MINUTES.most, RULES.DURATION_TOO_LONG).int(RULES.DURATION_WHOLE));

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
    /** Without an end; `duration` is not looked at. Explicit, so that no one does it by accident. */
    permanent: z.boolean(RULES.PERMANENT).default(false),
    confirm: z.boolean(RULES.CONFIRM).default(false),
  },
  UNREADABLE,
);
export type BlockIpRequest = z.infer<typeof blockIpRequest>;
