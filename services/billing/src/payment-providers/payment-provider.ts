import type { PaymentInstruction } from '@casement/proto/http/billing/billing.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';

/** Provider-independent types of payments (rupiah and dates). Each provider's folder maps its API to these types. */

/** Code of the payment method that is paid by a Binance transfer. */
export const BPAY = 'BPAY';

export interface PaymentChannel {
  code: string;
  name: string;
  type: string;
  groupName: string;
  iconUrl: string | null;
  feeFlat: number;
  /** Fee in millionths: 0.70 % = 7000. */
  feePpm: number;
  minimumFee: number | null;
  maximumFee: number | null;
  minimumAmount: number | null;
  maximumAmount: number | null;
  active: boolean;
}

type PaymentStatus = 'UNPAID' | 'PAID' | 'EXPIRED' | 'FAILED' | 'REFUND';

/** State of a payment as the provider reports it, in a response or a callback. */
export interface PaymentReport {
  reference: string;
  merchantRef: string | null;
  status: PaymentStatus;
  /** Amount that the customer pays, including their share of the fee. */
  totalAmount: number;
  feeCustomer: number;
  paidAt: Date | null;
  /** The provider's own words, for administrators. Absent in callbacks, whose bodies are stored. */
  raw?: unknown;
  /** Absent in callbacks, which contain no details. */
  payment?: PaymentDetails;
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
  /** Whole rupiah. */
  amount: number;
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
