import type { TopupHistoryItem, TopupStatus } from '@casement/proto/http/billing/topups.js';

type ExpiringTopup = Pick<TopupHistoryItem, 'status' | 'expired_time'>;

const OPEN: readonly TopupStatus[] = ['UNPAID', 'PENDING'];

export const isOpen = (status: TopupStatus): boolean => OPEN.includes(status);

/** SPEC §4: UNPAID or PENDING becomes EXPIRED on the client once expired_time has passed. */
export function statusAt({ status, expired_time }: ExpiringTopup, nowMs: number): TopupStatus {
  const isExpired = expired_time !== null && expired_time * 1000 <= nowMs;
  return isOpen(status) && isExpired ? 'EXPIRED' : status;
}

/** SPEC §4: only UNPAID or PENDING with a future expiry can be paid. */
export const isPayable = (topup: ExpiringTopup, nowMs: number): boolean =>
  isOpen(topup.status) && topup.expired_time !== null && topup.expired_time * 1000 > nowMs;
