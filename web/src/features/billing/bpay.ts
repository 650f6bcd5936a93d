import type { BpayOrder } from '@casement/proto/http/billing/bpay.js';
import type { TopupHistoryItem, TopupStatus } from '@casement/proto/http/billing/topups.js';
import { ApiError, messageOf } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';
import { isBinancePay } from './fees.js';

/** The fields of an order that verification needs; payment instructions are optional. */
export type BpayClaim = Pick<
  BpayOrder,
  'encoded_amount_usdt' | 'merchant_ref' | 'expired_time' | 'quantity' | 'final_amount'
> &
  Partial<BpayOrder>;

const CLAIMABLE: readonly TopupStatus[] = ['UNPAID', 'PENDING', 'EXPIRED'];

/**
 * Returns the claim of an order whose transfer was sent but not verified, because Pay can return an order with
 * another amount. The amount of an expired order stays reserved for 7 days. Returns null for other top-ups.
 */
export function claimOf(topup: TopupHistoryItem, nowMs: number): BpayClaim | null {
  const { status, encoded_amount, expired_time, merchant_ref, quantity, final_amount } = topup;
  if (!isBinancePay({ code: topup.payment_method }) || !CLAIMABLE.includes(status)) return null;
  if (encoded_amount === null || expired_time === null) return null;
  if (nowMs > (expired_time + CLAIM_DAYS * 86_400) * 1000) return null;
  return {
    encoded_amount_usdt: encoded_amount,
    merchant_ref,
    expired_time,
    quantity,
    final_amount,
  };
}

/** Title and reason of a failed verification (SPEC §8). */
export interface VerificationFailure {
  title: string;
  sentence: string;
  /** The same order id may be accepted later. */
  canRetry: boolean;
}

const NOT_FOUND_YET = 'BPAY_NOT_FOUND_YET';
const TOO_MANY_REQUESTS = 429;
const CLAIM_DAYS = 7;

/** Titles a rejection 'Verification Failed', and a missing or malformed response 'Verification Error'. */
export function describeFailure(error: unknown): VerificationFailure {
  const { bpay: m } = t(billingMessages);
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused
    ? {
        title: m.refused,
        sentence: messageOf(error, m.refusedHelp),
        canRetry: error.code === NOT_FOUND_YET || error.status === TOO_MANY_REQUESTS,
      }
    : {
        title: m.broken,
        sentence: messageOf(error, m.brokenHelp),
        canRetry: true,
      };
}
