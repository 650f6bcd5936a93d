import { DomainError } from '@casement/common/core/errors/domain-error.js';

/**
 * Payments in billing's own types, whichever provider reports them: rupiah and dates. Each provider's folder
 * maps its API to these types.
 */

/** Code of the payment method that is paid by a Binance transfer. */
export const BPAY = 'BPAY';

/** A payment method as the provider offers it. */
export interface PaymentChannel {
  code: string;
  name: string;
  type: string;
  groupName: string;
  iconUrl: string | null;
  feeFlat: number;
  /** Millionths: 0.70 % = 7000. */
  feePpm: number;
  minimumFee: number | null;
  maximumFee: number | null;
  minimumAmount: number | null;
  maximumAmount: number | null;
  active: boolean;
}

type PaymentStatus = 'UNPAID' | 'PAID' | 'EXPIRED' | 'FAILED' | 'REFUND';

/** The provider's report of one payment, in a response or in a callback. */
export interface PaymentReport {
  reference: string;
  merchantRef: string | null;
  status: PaymentStatus;
  /** Amount the customer pays, including their part of the fee. */
  totalAmount: number;
  feeCustomer: number;
  paidAt: Date | null;
  /** Absent in callbacks. */
  payment?: PaymentDetails;
}

interface PaymentDetails {
  paymentName: string;
  checkoutUrl: string | null;
  payUrl: string | null;
  qrUrl: string | null;
  payCode: string | null;
  expiresAt: Date | null;
}

export interface PaymentOrder {
  method: string;
  merchantRef: string;
  /** Rp. */
  amount: number;
  customerName: string;
  customerEmail: string;
  itemName: string;
}

export type CreateResult =
  | { kind: 'created'; report: PaymentReport }
  /** Refused: no transaction was created. */
  | { kind: 'refused'; reason: string }
  /** The request never reached the provider. */
  | { kind: 'unreached' }
  /** No readable response: the transaction may exist. */
  | { kind: 'unknown' };

/** A read request got no readable response. */
export class ProviderUnavailable extends DomainError {
  constructor(cause?: unknown) {
    super(
      'unavailable',
      'PAYMENT_GATEWAY_UNAVAILABLE',
      'The payment provider did not answer. Nothing was changed; please try again in a minute.',
      { cause },
    );
  }
}
