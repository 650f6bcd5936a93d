import { BPAY } from '../payment-providers/payment-provider.js';
import { isOpen, type TopupEntity } from './topup.entity.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Delays between status checks after the response to a create request was lost. If the provider received the request,
 * the transaction appears within minutes.
 */
const UNCONFIRMED = { first: [10_000, 20_000, 40_000, MINUTE, 2 * MINUTE], then: 5 * MINUTE };
/** Callbacks usually arrive within seconds; these checks cover lost callbacks. */
const OPEN = { first: [MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE], then: 15 * MINUTE };
/** Delays after our own expiry at which the status is still checked, because a payment may arrive late. */
const AFTER_EXPIRY = [5 * MINUTE, HOUR, DAY, 3 * DAY];

/** Delay until the next check if the provider did not answer. */
export const PROVIDER_DOWN_MS = 2 * MINUTE;
/** Time for which a claimed row is hidden from other replicas. */
export const CLAIM_MS = MINUTE;
/** A transaction that the provider still does not know after this time was never created. */
export const NEVER_CREATED_MS = 30 * MINUTE;

type Scheduled = Pick<
  TopupEntity,
  'status' | 'reference' | 'checks' | 'expiresAt' | 'paymentMethod'
>;

/**
 * Returns the time of the next status check.
 *
 * @param topup its `checks` is the number of checks answered in its current status
 * @returns null if there are no more checks; callbacks are still accepted
 */
export function nextCheckAt(topup: Scheduled, now = new Date()): Date | null {
  if (topup.paymentMethod === BPAY) return null;
  if (isOpen(topup)) {
    const steps = topup.reference ? OPEN : UNCONFIRMED;
    return new Date(now.getTime() + (steps.first[topup.checks] ?? steps.then));
  }
  if (topup.status !== 'EXPIRED') return null;
  const step = AFTER_EXPIRY[topup.checks];
  if (step === undefined) return null;
  return new Date(Math.max(topup.expiresAt.getTime() + step, now.getTime() + MINUTE));
}
