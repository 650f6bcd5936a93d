/** What billing knows of a payment gateway, in its own types: whole rupiah and dates. */

/** One way to pay, as the gateway offers it. */
export interface GatewayChannel {
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

export type GatewayStatus = 'UNPAID' | 'PAID' | 'EXPIRED' | 'FAILED' | 'REFUND';

/** The gateway's report of one payment, in an answer or in a callback. */
export interface GatewayReport {
  reference: string;
  merchantRef: string | null;
  status: GatewayStatus;
  /** What the customer pays, their part of the fee included. */
  totalAmount: number;
  feeCustomer: number;
  paidAt: Date | null;
  /** How to pay; absent in callbacks. */
  payment?: PaymentDetails;
}

export interface PaymentDetails {
  paymentName: string;
  checkoutUrl: string | null;
  payUrl: string | null;
  qrUrl: string | null;
  payCode: string | null;
  expiresAt: Date | null;
}

export interface GatewayOrder {
  method: string;
  merchantRef: string;
  /** Rp. */
  amount: number;
  customerName: string;
  customerEmail: string;
  itemName: string;
}

export type CreateResult =
  | { kind: 'created'; report: GatewayReport }
  /** Refused: no transaction was created. */
  | { kind: 'refused'; reason: string }
  /** The request never arrived there. */
  | { kind: 'unreached' }
  /** No answer, or none that can be understood: the transaction may exist. */
  | { kind: 'unknown' };
