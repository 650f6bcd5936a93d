import { z } from 'zod';
import { UNREADABLE } from '../envelope.js';
import { addressOrNetwork, reason } from './fields.js';
import { RULES } from '../rules.js';

/** Number of minutes in which rules do not block an address after it was unblocked. */
const graceMinutes = z
  .number(RULES.GRACE)
  .int(RULES.GRACE)
  .min(0, RULES.GRACE)
  .max(10_080, RULES.GRACE)
  .default(10);

/** POST /security/unblock-ip. */
export const unblockIpRequest = z.object(
  { ip: addressOrNetwork, reason, graceMinutes },
  UNREADABLE,
);
export type UnblockIpRequest = z.infer<typeof unblockIpRequest>;

/** Allows several pages of the table (15 rows each) to be selected. */
export const MAX_BULK = 500;

/** POST /security/unblock-ip/bulk. */
export const bulkUnblockRequest = z.object(
  {
    ips: z
      .array(addressOrNetwork, RULES.ADDRESSES_REQUIRED)
      .min(1, RULES.ADDRESSES_REQUIRED)
      .max(MAX_BULK, RULES.TOO_MANY_ADDRESSES),
    reason,
    graceMinutes,
  },
  UNREADABLE,
);
export type BulkUnblockRequest = z.infer<typeof bulkUnblockRequest>;

export const bulkUnblocked = z.object({
  unblocked: z.number().int(),
  /** Addresses that were not blocked. */
  notBlocked: z.array(z.string()),
});
export type BulkUnblocked = z.infer<typeof bulkUnblocked>;

/** DELETE /security/blocked-ips/expired. */
export const removedBlocks = z.object({ removed: z.number().int() });
export type RemovedBlocks = z.infer<typeof removedBlocks>;
