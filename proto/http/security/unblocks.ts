import { z } from 'zod';
import { UNREADABLE } from '../envelope.js';
import { addressOrNetwork, reason } from './fields.js';

const GRACE = 'Grace must be a whole number of minutes from 0 to 10080';

/** Minutes in which no rule blocks an address again that an administrator has unblocked. */
const graceMinutes = z.number(GRACE).int(GRACE).min(0, GRACE).max(10_080, GRACE).default(10);

/** POST /security/unblock-ip. */
export const unblockIpRequest = z.object(
  { ip: addressOrNetwork, reason, graceMinutes },
  UNREADABLE,
);
export type UnblockIpRequest = z.infer<typeof unblockIpRequest>;

/** A page of the table is 15 rows; several pages may be gathered. */
export const MAX_BULK = 500;
const NOTHING_SELECTED = 'Please select at least one IP address.';

/** POST /security/unblock-ip/bulk. */
export const bulkUnblockRequest = z.object(
  {
    ips: z
      .array(addressOrNetwork, NOTHING_SELECTED)
      .min(1, NOTHING_SELECTED)
      .max(MAX_BULK, `At most ${MAX_BULK} addresses at once`),
    reason,
    graceMinutes,
  },
  UNREADABLE,
);
export type BulkUnblockRequest = z.infer<typeof bulkUnblockRequest>;

export const bulkUnblocked = z.object({
  unblocked: z.number().int(),
  /** Those that were not blocked (any more). */
  notBlocked: z.array(z.string()),
});
export type BulkUnblocked = z.infer<typeof bulkUnblocked>;

/** DELETE /security/blocked-ips/expired. */
export const removedBlocks = z.object({ removed: z.number().int() });
export type RemovedBlocks = z.infer<typeof removedBlocks>;
