import { BPAY, isOpen, type TopupEntity } from './topup.entity.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A create whose answer was lost: the gateway should have it at once, or never. */
const UNCONFIRMED = { first: [10_000, 20_000, 40_000, MINUTE, 2 * MINUTE], then: 5 * MINUTE };
/** Callbacks come within seconds; these questions are for those that got lost. */
const OPEN = { first: [MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE], then: 15 * MINUTE };
/** After our own expiry: money may still have been on its way (DESIGN, Money). */
const AFTER_EXPIRY = [5 * MINUTE, HOUR, DAY, 3 * DAY];

/** Without an answer from the gateway, the same question is put again after this. */
export const GATEWAY_DOWN_MS = 2 * MINUTE;
/** While one replica asks, the others leave the row alone for this long. */
export const CLAIM_MS = MINUTE;
/** A transaction that the gateway does not know by then was never made there. */
export const NEVER_MADE_MS = 30 * MINUTE;

type Scheduled = Pick<
  TopupEntity,
  'status' | 'reference' | 'checks' | 'expiresAt' | 'paymentMethod'
>;

/**
 * When the gateway is asked next.
 *
 * @param topup with the number of questions that were answered in its present status
 * @returns null = never again; a callback still counts
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
