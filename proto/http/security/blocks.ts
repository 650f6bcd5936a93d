import { z } from 'zod';
import { instant, pageQuery, UNREADABLE } from '../envelope.js';
import { addressFilter, addressOrNetwork, NO_ADDRESS, enumOrAll, reason } from './fields.js';
import { RULES } from '../rules.js';
import { BLOCK_MINUTES } from './security-limits.js';

/**
 * `auto`: a rule's decision, longer for repeat offenders. `temporary`: a rule's short block of constant length.
 * `manual`: an administrator's.
 */
export const blockType = z.enum(['auto', 'manual', 'temporary']);
export type BlockType = z.infer<typeof blockType>;

/** `pending`: decided, but not yet in force at every enforcement point (while messaging is down). */
export const blockStatus = z.enum(['active', 'expired', 'pending']);
export type BlockStatus = z.infer<typeof blockStatus>;

/** GET /security/blocked-ips: newest first. */
export const blockedIpsQuery = pageQuery.extend({
  ip: addressFilter,
  blockType: enumOrAll(blockType.options, RULES.BLOCK_TYPE_UNKNOWN),
  status: enumOrAll(blockStatus.options, RULES.STATUS_FILTER_UNKNOWN),
});
export type BlockedIpsQuery = z.infer<typeof blockedIpsQuery>;

export const blockedIp = z.object({
  id: z.string(),
  /** The same address or network under three field names. An IPv6 address is stored as its /64. */
  ip: z.string(),
  ip_address: z.string(),
  ipAddress: z.string(),
  block_type: blockType,
  blockType,
  reason: z.string(),
  /** Rule that blocked the address, e.g. `password-spraying`; `null` for an administrator's block. */
  rule: z.string().nullable(),
  blocked_at: instant,
  blockedAt: instant,
  /** `null` if permanent. */
  expires_at: instant.nullable(),
  expiresAt: instant.nullable(),
  /** Remaining seconds, 0 if expired; `null` if permanent. */
  expiresIn: z.number().int().nullable(),
  /** Number of blocks of this address so far, including this one. */
  attempts: z.number().int(),
  status: blockStatus,
});
export type BlockedIp = z.infer<typeof blockedIp>;

/**
 * Returned as `stats` next to `data` and `meta` of the list. Covers all blocks in force, regardless of the filter.
 */
export const blockedIpStats = z.object({
  total: z.number().int(),
  auto: z.number().int(),
  manual: z.number().int(),
  temporary: z.number().int(),
});
export type BlockedIpStats = z.infer<typeof blockedIpStats>;

/** Blank or non-numeric values mean 60 (SPEC §5), and so does null, which is JSON's representation of NaN. */
const duration = z.preprocess((input) => {
  const number = typeof input === 'string' && input.trim() === '' ? NaN : Number(input ?? NaN);
  return Number.isNaN(number) ? BLOCK_MINUTES.fallback : number;
}, z.number(RULES.DURATION_WHOLE).min(BLOCK_MINUTES.least, RULES.DURATION_TOO_SHORT).max(BLOCK_MINUTES.most, RULES.DURATION_TOO_LONG).int(RULES.DURATION_WHOLE));

/** Block form of the web app, for which "IP format is not validated" (SPEC §5). */
export const blockIpForm = z.object({
  ip: z.string(NO_ADDRESS).trim().min(1, NO_ADDRESS),
  duration,
  reason,
});

/**
 * POST /security/block-ip. If the address is the caller's own, the first response is 409 OWN_ADDRESS; `confirm`
 * blocks it.
 */
export const blockIpRequest = z.object(
  {
    ip: addressOrNetwork,
    /** Minutes. */
    duration,
    reason,
    /**
     * Blocks permanently; `duration` is then ignored. A separate field, so that no block is permanent by accident.
     */
    permanent: z.boolean(RULES.PERMANENT).default(false),
    confirm: z.boolean(RULES.CONFIRM).default(false),
  },
  UNREADABLE,
);
export type BlockIpRequest = z.infer<typeof blockIpRequest>;
