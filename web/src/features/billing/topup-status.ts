import type { TopupHistoryItem, TopupStatus } from '@casement/proto/http/billing/billing.js';

type Dated = Pick<TopupHistoryItem, 'status' | 'expired_time'>;

const OPEN: readonly TopupStatus[] = ['UNPAID', 'PENDING'];

/** SPEC §4: UNPAID or PENDING becomes EXPIRED on the client once expired_time has passed. */
export function statusAt({ status, expired_time }: Dated, nowMs: number): TopupStatus {
  const past = expired_time !== null && expired_time * 1000 <= nowMs;
  return OPEN.includes(status) && past ? 'EXPIRED' : status;
}

/** SPEC §4: only UNPAID or PENDING with a future expiry can be paid. */
export const isPayable = (topup: Dated, nowMs: number): boolean =>
  OPEN.includes(topup.status) && topup.expired_time !== null && topup.expired_time * 1000 > nowMs;
