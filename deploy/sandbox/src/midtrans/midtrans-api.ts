import { createHash, randomUUID } from 'node:crypto';
import { json, type LocalRequest, type Reply } from '../local-http.js';
import { hostedPath } from '../hosted/hosted-page.js';
import { now, refunded, type HostedOrder } from '../hosted/hosted-order.js';
import type { HostedEvent, HostedOrders } from '../hosted/hosted-orders.js';

const ROOT = '/midtrans';

/** Values of `transaction_status`: docs.midtrans.com/docs/transaction-status-cycle. */
const STATUSES = {
  open: 'pending',
  chosen: 'pending',
  challenged: 'capture',
  denied: 'deny',
  paid: 'settlement',
  failed: 'cancel',
  expired: 'expire',
  refunded: 'refund',
  'part-refunded': 'partial_refund',
  disputed: 'chargeback',
  won: 'settlement',
  lost: 'chargeback',
};
/** Codes that are not 200: docs.midtrans.com/reference/code-statuses. */
const CODES: Partial<Record<HostedOrder['state'], string>> = {
  chosen: '201',
  challenged: '201',
  denied: '202',
  expired: '407',
};

/** Snap API and status API of Midtrans. Returns null for unknown paths. */
export class MidtransApi {
  constructor(
    private readonly serverKey: string,
    private readonly orders: HostedOrders,
    private readonly url: string,
  ) {}

  owns({ path }: LocalRequest): boolean {
    return path.startsWith(`${ROOT}/snap/`) || path.startsWith(`${ROOT}/v2/`);
  }

  isCreate({ path }: LocalRequest): boolean {
    return path === `${ROOT}/snap/v1/transactions`;
  }

  answer(request: LocalRequest): Reply | null {
    const key = `Basic ${Buffer.from(`${this.serverKey}:`).toString('base64')}`;
    const isOurs = request.headers['authorization'] === key;
    if (this.isCreate(request)) {
      if (!isOurs) return refuseSnap('Access denied due to unauthorized transaction', 401);
      return this.create(request);
    }
    if (!isOurs) return refuse('401', 'Transaction cannot be authorized with the current key.');
    const [, , , id = '', action = ''] = request.path.split('/');
    const order = this.orders.find(decodeURIComponent(id));
    // The transaction begins when the customer chooses how to pay.
    if (!order || order.state === 'open') return refuse('404', "Transaction doesn't exist.");
    if (action === 'status') return json(statusOf(order, this.serverKey));
    return action === 'refund' ? this.refund(order, request.body) : null;
  }

  /** docs.midtrans.com/reference/request-body-json-parameter */
  private create({ body, headers }: LocalRequest): Reply {
    const request = JSON.parse(body) as SnapRequest;
    const { order_id: id, gross_amount: amount } = request.transaction_details;
    const total = request.item_details.reduce(
      (sum, { price, quantity }) => sum + price * quantity,
      0,
    );
    if (total !== amount) {
      return refuseSnap('transaction_details.gross_amount is not equal to the sum of item_details');
    }
    if (request.item_details.some(({ name }) => name.length > 50)) {
      return refuseSnap('item_details Name too long');
    }
    if (this.orders.find(id)) return refuseSnap('transaction_details.order_id sudah digunakan');
    const order = this.orders.add({
      provider: 'midtrans',
      id,
      merchantRef: id,
      itemName: request.item_details[0]?.name ?? '',
      email: request.customer_details.email,
      currency: 'IDR',
      amount,
      method: request.enabled_payments.join(', '),
      state: 'open',
      past: [],
      refunds: [],
      returnUrl: request.callbacks.finish,
      callbackUrl: headers['x-override-notification'] ?? '',
      createdAt: now(),
      expiresAt: now() + request.expiry.duration * 60,
      paidAt: null,
      callbacks: [],
    });
    return json({ token: randomUUID(), redirect_url: `${this.url}${hostedPath(order)}` }, 201);
  }

  /** docs.midtrans.com/reference/refund-transaction */
  private refund(order: HostedOrder, body: string): Reply {
    const { refund_key: key, amount, reason } = JSON.parse(body) as RefundRequest;
    if (reason.length > 255) return refuse('400', 'reason is too long');
    if (order.refunds.some((one) => one.key === key)) {
      return refuse('406', 'Duplicate refund key.');
    }
    const isPaid = ['settlement', 'partial_refund'].includes(STATUSES[order.state]);
    if (!isPaid || refunded(order) + amount > order.amount) {
      return refuse('412', 'Transaction status cannot be updated.');
    }
    order.refunds.push({ key, amount });
    order.past.push(order.state);
    order.state = refunded(order) === order.amount ? 'refunded' : 'part-refunded';
    void this.orders.send(order);
    return json({
      ...statusOf(order, this.serverKey),
      status_message: 'Success, refund request is approved',
      refund_amount: decimals(amount),
      refund_key: key,
    });
  }
}

interface SnapRequest {
  transaction_details: { order_id: string; gross_amount: number };
  item_details: { name: string; price: number; quantity: number }[];
  customer_details: { email: string };
  enabled_payments: string[];
  expiry: { duration: number };
  callbacks: { finish: string };
}

interface RefundRequest {
  refund_key: string;
  amount: number;
  reason: string;
}

const decimals = (amount: number): string => `${amount}.00`;

/** Answer of the status API and body of a notification: docs.midtrans.com/docs/https-notification-webhooks. */
function statusOf(order: HostedOrder, serverKey: string) {
  const { id, state, amount, currency } = order;
  const code = CODES[state] ?? '200';
  const gross = decimals(amount);
  return {
    status_code: code,
    status_message: 'Success, transaction is found',
    transaction_id: `${id}-${order.past.length}`,
    order_id: id,
    gross_amount: gross,
    currency,
    payment_type: order.method,
    transaction_time: jakarta(order.createdAt),
    transaction_status: STATUSES[state],
    fraud_status: state === 'challenged' ? 'challenge' : 'accept',
    ...(order.paidAt && { settlement_time: jakarta(order.paidAt) }),
    ...(order.refunds.length > 0 && { refund_amount: decimals(refunded(order)) }),
    signature_key: createHash('sha512').update(`${id}${code}${gross}${serverKey}`).digest('hex'),
  };
}

/** Notification about an order, once the customer has chosen how to pay it. */
export const midtransEvent =
  (serverKey: string) =>
  (order: HostedOrder): HostedEvent | null =>
    order.state === 'open'
      ? null
      : {
          name: STATUSES[order.state],
          body: JSON.stringify(statusOf(order, serverKey)),
          headers: {},
        };

const refuseSnap = (message: string, status = 400): Reply =>
  json({ error_messages: [message] }, status);

/** The API answers refusals with its own code in the body, and often with status 200. */
const refuse = (code: string, message: string): Reply =>
  json({ status_code: code, status_message: message, id: randomUUID() });

function jakarta(unixSeconds: number): string {
  return new Date((unixSeconds + 7 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
