import type { DeliveryTry } from '../delivery.js';
import { feesOf, type Channel } from './channels.js';
import { instructionsFor } from './instructions.js';

export type Status = 'UNPAID' | 'PAID' | 'FAILED' | 'EXPIRED' | 'REFUND';

export interface OrderItem {
  name: string;
  price: number;
  quantity: number;
}

/** Stored bill. Amounts in Rp, times in Unix seconds. */
export interface Transaction {
  reference: string;
  merchantRef: string | null;
  method: string;
  paymentName: string;
  customerName: string;
  customerEmail: string;
  customerPhone: string | null;
  callbackUrl: string | null;
  returnUrl: string | null;
  /** Order amount. The customer pays this amount plus the fee. */
  amount: number;
  fee: number;
  /** Fee that the gateway deducts from the amount. Absent if the customer bears the fee. */
  merchantFee?: number;
  /** Amount by which the customer underpaid. Absent if the bill was paid in full. */
  short?: number;
  payCode: string | number | null;
  redirect: boolean;
  qr: boolean;
  orderItems: OrderItem[];
  status: Status;
  createdAt: number;
  expiredTime: number;
  paidAt: number | null;
  callbacks: CallbackTry[];
}

type CallbackTry = DeliveryTry & { event: Status };

export interface NewTransaction extends Pick<
  Transaction,
  | 'merchantRef'
  | 'customerName'
  | 'customerEmail'
  | 'customerPhone'
  | 'callbackUrl'
  | 'returnUrl'
  | 'amount'
  | 'orderItems'
  | 'expiredTime'
> {
  channel: Channel;
}

export function newTransaction(reference: string, order: NewTransaction): Transaction {
  const { channel, ...given } = order;
  const fees = feesOf(channel, order.amount);
  const code = String(8_000_000_000_000 + Math.floor(Math.random() * 999_999_999_999));
  return {
    ...given,
    reference,
    method: channel.code,
    paymentName: channel.name,
    fee: fees.customer,
    ...(fees.merchant > 0 && { merchantFee: fees.merchant }),
    payCode: channel.type === 'redirect' || channel.qr ? null : wobble(code, channel),
    redirect: channel.type === 'redirect',
    qr: channel.qr ?? false,
    status: 'UNPAID',
    createdAt: Math.floor(Date.now() / 1000),
    paidAt: null,
    callbacks: [],
  };
}

/** Fees in the format of every response. */
const feesShown = ({ amount, fee, merchantFee = 0 }: Transaction) => ({
  fee_merchant: merchantFee,
  fee_customer: fee,
  total_fee: fee + merchantFee,
  amount_received: amount - merchantFee,
});

/** Total to be paid, or the amount paid for an underpaid bill. */
const totalOf = ({ amount, fee, short = 0 }: Transaction): number => amount + fee - short;

/** Bill in the format of `transaction/create`, `detail` and the list. */
export function transactionRow(one: Transaction, url: string) {
  return {
    reference: one.reference,
    merchant_ref: one.merchantRef,
    payment_selection_type: 'static',
    payment_method: one.method,
    payment_name: one.paymentName,
    customer_name: one.customerName,
    customer_email: one.customerEmail,
    customer_phone: one.customerPhone,
    callback_url: one.callbackUrl,
    return_url: one.returnUrl,
    amount: totalOf(one),
    ...feesShown(one),
    pay_code: one.payCode,
    pay_url: one.redirect ? `${url}/checkout/${one.reference}` : null,
    checkout_url: `${url}/checkout/${one.reference}`,
    status: one.status,
    expired_time: one.expiredTime,
    order_items: one.orderItems.map((item) => ({ ...item, subtotal: item.price * item.quantity })),
    instructions: instructionsFor(one),
    ...(one.qr && {
      qr_string: qrText(one),
      qr_url: `${url}/qr/${one.reference}`,
    }),
  };
}

/** Bill in the format of the list, which names the expiry differently and formats times as text in Jakarta time. */
export function listRow(one: Transaction, url: string) {
  return {
    ...transactionRow(one, url),
    // The list omits these, because JSON drops undefined fields.
    expired_time: undefined,
    qr_string: undefined,
    qr_url: undefined,
    expired_at: jakarta(one.expiredTime),
    paid_at: one.paidAt && jakarta(one.paidAt),
  };
}

export function callbackBody(one: Transaction, event: Status) {
  return {
    reference: one.reference,
    merchant_ref: one.merchantRef,
    payment_method: one.paymentName,
    payment_method_code: one.method,
    total_amount: totalOf(one),
    ...feesShown(one),
    is_closed_payment: 1,
    status: event,
    paid_at: one.paidAt,
    note: null,
  };
}

export function qrText(one: Transaction): string {
  return `00020101021226SANDBOX${one.reference}5204000053033605802ID54${one.amount + one.fee}`;
}

function wobble(code: string, channel: Channel): string | number {
  return channel.numericPayCode ? Number(code) : code;
}

function jakarta(unixSeconds: number): string {
  return new Date((unixSeconds + 7 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
