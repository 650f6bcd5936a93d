import { z } from 'zod';
import { instant, UNREADABLE } from '../envelope.js';
import { securityAlert } from './alerts.js';
import { blockedIp } from './blocks.js';
import { addressOrNetwork } from './fields.js';

/** GET /security/ip-details?ip=. */
export const ipDetailsQuery = z.object({ ip: addressOrNetwork }, UNREADABLE);
export type IpDetailsQuery = z.infer<typeof ipDetailsQuery>;

export const ipDetails = z.object({
  ip: z.string(),
  /** Active block of the address or of a network that contains it. */
  block: blockedIp.nullable(),
  /** True if the allowlist exempts the address from rules. */
  allowed: z.boolean(),
  /** No rule blocks the address before this time. */
  graceUntil: instant.nullable(),
  /** Signals of the last 30 days, most frequent kind first. */
  signals: z.array(z.object({ kind: z.string(), count: z.number().int(), last: instant })),
  /** Ids of the accounts that the signals concern, at most 50. */
  accounts: z.array(z.string()),
  /** Newest 20 signals. */
  events: z.array(
    z.object({ kind: z.string(), service: z.string(), detail: z.string(), createdAt: instant }),
  ),
  /** Newest 20 alerts and blocks. */
  alerts: z.array(securityAlert),
  decisions: z.array(blockedIp),
});
export type IpDetails = z.infer<typeof ipDetails>;
