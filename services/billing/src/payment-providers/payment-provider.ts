import type { PaymentInstruction } from '@casement/proto/http/billing/topups.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';

/**
 * Port of the payment providers. Amounts are in rupiah and times are `Date`; each provider's folder maps its API to
 * them. Binance does not implement it, because it has no orders, only a history of transfers.
 */

/** Code of the payment method that is paid by a Binance transfer. */
export const BPAY = 'BPAY';

export type ProviderName = 'tripay' | 'midtrans' | 'stripe';

/**
 * Returns the provider of a method by its code. Tripay's codes have no prefix, because it was the first provider.
 * Codes are compared case-insensitively (SPEC §4).
 */
export function providerOf(methodCode: string): ProviderName | 'binance' {
  const code = methodCode.toUpperCase();
  if (code === BPAY) return 'binance';
  if (code.startsWith('MIDTRANS_')) return 'midtrans';
  if (code.startsWith('STRIPE_')) return 'stripe';
  return 'tripay';
}

export interface PaymentProvider {
  readonly name: ProviderName;
  /**
   * Whether the provider lists its methods with fees and adds the fee itself. Otherwise the implementation declares the
   * methods, an administrator enters the fees, and the order's total contains the fee.
   */
  readonly listsFees: boolean;
  /** Whether a callback only announces a change, so that the status is read from the API before it is applied. */
  readonly readsStatusAfterCallback: boolean;
  isConfigured(): boolean;
  /**
   * Tests the connection for an administrator.
   *
   * @returns a description of the answer
   * @throws Error with the problem
   */
  test(): Promise<string>;
  /** @throws ProviderUnavailable */
  listMethods(): Promise<MethodList>;
  /**
   * Converts `total` Rp to the currency of the provider. `rate` is rupiah per unit of that currency. Not implemented by
   * providers that charge in rupiah.
   */
  chargeOf?(total: number): Charge & { rate: string };
  /** Never retried automatically, because a second transaction would be a second bill. */
  create(order: PaymentOrder): Promise<CreateResult>;
  /**
   * Returns the payment's current state, or null if the provider has no such payment.
   *
   * @throws ProviderUnavailable
   */
  readStatus(payment: PaymentKey): Promise<PaymentReport | null>;
  verifyCallback(callback: IncomingCallback): CallbackVerdict;
  /** @returns null for an unreadable body */
  readCallback(body: Buffer): PaymentReport | null;
  /** Returns whether payments by this method can be refunded by `refund`. */
  canRefund(methodCode: string): boolean;
  /** Repeating a call with the same key refunds once. */
  refund(request: RefundRequest): Promise<RefundResult>;
}

export interface PaymentKey {
  /** Reference of the provider; null if the creation was not confirmed. */
  reference: string | null;
  /** Our own reference; null if a callback does not contain it. */
  merchantRef: string | null;
}

export interface IncomingCallback {
  /** Raw bytes covered by the signature. */
  body: Buffer;
  header: (name: string) => string | undefined;
}

/**
 * - unsigned: no signature, or not from an allowed address. Not a guess, because any web page could make its visitors'
 *   browsers send it.
 * - forged: wrong signature
 * - unknown: signed, but a kind of callback that the provider should not send
 * - ignored: signed, but irrelevant for payments
 */
export type CallbackVerdict = 'accepted' | 'unsigned' | 'forged' | 'unknown' | 'ignored';

export interface MethodList {
  channels: PaymentChannel[];
  /** Codes of all methods, including unreadable ones. */
  codes: string[];
  /** Number of unreadable methods. */
  skipped: number;
}

/** Amount in the provider's currency. */
export interface Charge {
  /** Three upper-case letters. */
  currency: string;
  /** Smallest unit of the currency as the provider counts it, e.g. cents. */
  minorUnits: number;
}

export interface PaymentChannel {
  code: string;
  name: string;
  type: string;
  groupName: string;
  iconUrl: string | null;
  /** Null if an administrator enters the fee. */
  feeFlat: number | null;
  /** Fee in millionths: 0.70 % = 7000. Null if an administrator enters the fee. */
  feePpm: number | null;
  minimumFee: number | null;
  maximumFee: number | null;
  minimumAmount: number | null;
  maximumAmount: number | null;
  active: boolean;
}

/**
 * - REFUND: refunded in full
 * - PART_REFUND: a part of the payment was refunded
 * - REFUND_FAILED: the newest refund did not reach the customer, and its money is with us again
 * - DISPUTED: the customer's bank reclaims the payment, and the dispute is undecided. A won dispute is PAID.
 */
type PaymentStatus =
  | 'UNPAID'
  | 'PAID'
  | 'EXPIRED'
  | 'FAILED'
  | 'REFUND'
  | 'PART_REFUND'
  | 'REFUND_FAILED'
  | 'DISPUTED'
  | 'DISPUTE_LOST';

/** State of a payment as the provider reports it, in a response or a callback. */
export interface PaymentReport {
  reference: string;
  merchantRef: string | null;
  status: PaymentStatus;
  /** Rp that the customer pays, including their share of the fee. Null if `charge` has the amount. */
  totalAmount: number | null;
  /** Null if the fee is not the provider's but part of our order. */
  feeCustomer: number | null;
  /** Set by providers with `chargeOf`. */
  charge?: Charge;
  paidAt: Date | null;
  /** Amount returned so far, in Rp or in the smallest unit of `charge`. Set with PART_REFUND. */
  refunded?: number | null;
  /** Set with REFUND_FAILED. */
  failedRefund?: FailedRefund;
  /** The provider's own words, for administrators. Absent in callbacks, whose bodies are stored. */
  raw?: unknown;
  /** Absent in callbacks, which contain no details. */
  payment?: PaymentDetails;
}

export interface FailedRefund {
  reference: string;
  /** Idempotency key of the request; null if it was not sent by billing. */
  key: string | null;
  reason: string;
}

interface PaymentDetails {
  paymentName: string;
  checkoutUrl: string | null;
  payUrl: string | null;
  qrUrl: string | null;
  payCode: string | null;
  qrString: string | null;
  instructions: PaymentInstruction[] | null;
  expiresAt: Date | null;
}

export interface PaymentOrder {
  method: string;
  merchantRef: string;
  /** Rp without the fee. */
  amount: number;
  /** Customer's fee in Rp. Sent only to providers that do not add it themselves. */
  fee: number;
  /** Set for providers with `chargeOf`. */
  charge: Charge | null;
  expiresAt: Date;
  customerName: string;
  customerEmail: string;
  itemName: string;
}

export type CreateResult =
  | { kind: 'created'; report: PaymentReport }
  | { kind: 'refused'; reason: string }
  | { kind: 'unreached' }
  /** The response was lost or unreadable, so the transaction may exist. */
  | { kind: 'unknown' };

export interface RefundRequest {
  reference: string;
  merchantRef: string;
  method: string;
  /** Amount to return in Rp, or in the smallest unit of the order's charge. */
  amount: number;
  /** Idempotency key of this refund. */
  key: string;
  /** For the provider's records. */
  reason: string;
}

export type RefundResult =
  /** @param reference the provider's reference of the refund */
  | { kind: 'refunded'; reference: string | null }
  | { kind: 'refused'; reason: string }
  | { kind: 'unreached' }
  /** It is unknown whether the refund was made; `readStatus` tells. */
  | { kind: 'unknown' };

/** Thrown if a read request received no readable response. */
export class ProviderUnavailable extends DomainError {
  constructor(cause?: unknown) {
    super(
      'unavailable',
      'PAYMENT_GATEWAY_UNAVAILABLE',
      'The payment provider did not respond. Nothing was changed; please try again in a minute.',
      { cause },
    );
  }
}
