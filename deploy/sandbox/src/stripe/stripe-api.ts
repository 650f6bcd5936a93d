import { randomBytes } from 'node:crypto';
import { json, type LocalRequest, type Reply } from '../local-http.js';
import { hostedPath } from '../hosted/hosted-page.js';
import {
  now,
  refunded,
  type HostedOrder,
  type HostedRefund,
  type HostedState,
} from '../hosted/hosted-order.js';
import type { HostedEvent, HostedOrders } from '../hosted/hosted-orders.js';
import { sign } from '../signature.js';

export interface StripeAccount {
  secretKey: string;
  webhookSecret: string;
  /** Endpoint that the merchant has entered in the dashboard. */
  webhookUrl: string;
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** The part of Stripe's API that billing uses: docs.stripe.com/api. Returns null for unknown paths. */
export class StripeApi {
  private readonly answers = new Map<string, Reply>();

  constructor(
    private readonly account: StripeAccount,
    private readonly orders: HostedOrders,
    private readonly url: string,
  ) {}

  owns({ path }: LocalRequest): boolean {
    return path.startsWith('/v1/');
  }

  isCreate({ method, path }: LocalRequest): boolean {
    return method === 'POST' && ['/v1/checkout/sessions', '/v1/refunds'].includes(path);
  }

  answer(request: LocalRequest): Reply | null {
    const { headers } = request;
    if (headers['authorization'] !== `Bearer ${this.account.secretKey}`) {
      return refuse('Invalid API Key provided', 401, 'authentication_error');
    }
    const key = request.method === 'POST' && headers['idempotency-key'];
    const earlier = key && this.answers.get(key);
    if (earlier) return earlier;
    const reply = this.route(request);
    if (key && reply) this.answers.set(key, reply);
    return reply;
  }

  private route({ method, path, query, body }: LocalRequest): Reply | null {
    switch (`${method} ${path}`) {
      case 'POST /v1/checkout/sessions':
        return this.create(new URLSearchParams(body));
      case 'GET /v1/checkout/sessions':
        return list(this.ofPayment(query).map((order) => this.session(order)));
      case 'GET /v1/disputes':
        return list(this.ofPayment(query).flatMap(disputesOf));
      case 'POST /v1/refunds':
        return this.refund(new URLSearchParams(body));
      case 'GET /v1/balance':
        return json({ object: 'balance', livemode: false, available: [], pending: [] });
    }
    const id = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(path)?.[1];
    if (method !== 'GET' || !id) return null;
    const order = this.orders.find(id);
    return order
      ? json(this.session(order))
      : refuse(`No such checkout.session: '${id}'`, 404, 'invalid_request_error');
  }

  private ofPayment(query: URLSearchParams): HostedOrder[] {
    return this.orders.all.filter((order) => paymentId(order) === query.get('payment_intent'));
  }

  /** docs.stripe.com/api/checkout/sessions/create */
  private create(form: URLSearchParams): Reply {
    const get = (name: string) => form.get(name) ?? '';
    const price = 'line_items[0][price_data]';
    const expiresAt = Number(get('expires_at'));
    if (expiresAt < now() + 1_790 || expiresAt > now() + 86_400) {
      return refuse(
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      );
    }
    if (get('mode') !== 'payment' || get('line_items[0][quantity]') !== '1') {
      return refuse('The sandbox supports one line item of a payment.');
    }
    const order = this.orders.add({
      provider: 'stripe',
      id: newId('cs_test'),
      merchantRef: get('client_reference_id'),
      itemName: get(`${price}[product_data][name]`),
      email: get('customer_email'),
      currency: get(`${price}[currency]`).toUpperCase(),
      amount: Number(get(`${price}[unit_amount]`)),
      method: get('payment_method_types[0]') || 'methods of the dashboard',
      state: 'open',
      past: [],
      refunds: [],
      returnUrl: get('success_url'),
      callbackUrl: this.account.webhookUrl,
      createdAt: now(),
      expiresAt,
      paidAt: null,
      callbacks: [],
    });
    return json(this.session(order));
  }

  /** docs.stripe.com/api/refunds/create */
  private refund(form: URLSearchParams): Reply {
    const order = this.orders.all.find((one) => paymentId(one) === form.get('payment_intent'));
    if (!order) return refuse('No such payment_intent', 404);
    const amount = Number(form.get('amount'));
    if (!order.paidAt || refunded(order) + amount > order.amount) {
      return refuse('Refund amount is greater than unrefunded amount on charge');
    }
    const metadata = { refund_key: form.get('metadata[refund_key]') ?? '' };
    const refund = { key: newId('re'), amount, metadata };
    order.refunds.push(refund);
    order.past.push(order.state);
    order.state = refunded(order) === order.amount ? 'refunded' : 'part-refunded';
    void this.orders.send(order);
    return json(refundOf(order, refund));
  }

  /** docs.stripe.com/api/checkout/sessions/object, with its payment and charge expanded */
  private session(order: HostedOrder) {
    return {
      ...sessionOf(order),
      url: order.state === 'open' ? `${this.url}${hostedPath(order)}` : null,
      payment_intent: isStarted(order) ? paymentOf(order) : null,
    };
  }
}

const UNPAID: HostedState[] = ['open', 'chosen', 'challenged', 'denied', 'failed', 'expired'];
const isPaid = ({ state }: HostedOrder): boolean => !UNPAID.includes(state);
const isStarted = ({ state }: HostedOrder): boolean => state !== 'open' && state !== 'expired';
const paymentId = ({ id }: HostedOrder): string => id.replace('cs_test', 'pi');
const metadataOf = ({ merchantRef }: HostedOrder) => ({ merchant_ref: merchantRef });

/** A denied card leaves the page open; a delayed payment completes it. */
function sessionStatus({ state }: HostedOrder): string {
  if (state === 'expired') return 'expired';
  return state === 'open' || state === 'denied' ? 'open' : 'complete';
}

const sessionOf = (order: HostedOrder) => ({
  id: order.id,
  object: 'checkout.session',
  amount_subtotal: order.amount,
  amount_total: order.amount,
  client_reference_id: order.merchantRef,
  created: order.createdAt,
  currency: order.currency.toLowerCase(),
  customer_email: order.email,
  expires_at: order.expiresAt,
  livemode: false,
  metadata: metadataOf(order),
  mode: 'payment',
  payment_status: isPaid(order) ? 'paid' : 'unpaid',
  status: sessionStatus(order),
});

const PAYMENT_STATUSES: Partial<Record<HostedState, string>> = {
  chosen: 'processing',
  challenged: 'processing',
  denied: 'requires_payment_method',
  failed: 'requires_payment_method',
};

const paymentOf = (order: HostedOrder) => ({
  id: paymentId(order),
  object: 'payment_intent',
  status: PAYMENT_STATUSES[order.state] ?? 'succeeded',
  metadata: metadataOf(order),
  latest_charge: isPaid(order) ? chargeOf(order) : null,
});

const chargeOf = (order: HostedOrder) => ({
  id: order.id.replace('cs_test', 'ch'),
  object: 'charge',
  amount: order.amount,
  amount_refunded: refunded(order),
  created: order.paidAt,
  disputed: disputesOf(order).length > 0,
  metadata: metadataOf(order),
  payment_intent: paymentId(order),
  refunded: refunded(order) === order.amount,
  refunds: {
    object: 'list',
    data: order.refunds.map((refund) => refundOf(order, refund)).reverse(),
  },
});

/** docs.stripe.com/api/refunds/object */
const refundOf = (order: HostedOrder, { key, amount, metadata = {}, failed }: HostedRefund) => ({
  id: key,
  object: 'refund',
  amount,
  metadata,
  payment_intent: paymentId(order),
  status: failed ? 'failed' : 'succeeded',
  ...(failed && { failure_reason: 'expired_or_canceled_card' }),
});

/** docs.stripe.com/api/disputes/object */
function disputesOf(order: HostedOrder): object[] {
  if (![...order.past, order.state].includes('disputed')) return [];
  const status = { won: 'won', lost: 'lost' }[order.state as string] ?? 'needs_response';
  return [
    {
      id: order.id.replace('cs_test', 'du'),
      object: 'dispute',
      amount: order.amount,
      payment_intent: paymentId(order),
      status,
    },
  ];
}

/** Returns the type of the event that leads to a state. A delayed payment has a separate type. */
function eventType({ state, past, refunds }: HostedOrder): string | null {
  const isDelayed = past.includes('chosen');
  if (state === 'paid' && refunds.at(-1)?.failed) return 'refund.failed';
  switch (state) {
    case 'chosen':
      return 'checkout.session.completed';
    case 'paid':
      return isDelayed ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed';
    case 'failed':
      return 'checkout.session.async_payment_failed';
    case 'expired':
      return 'checkout.session.expired';
    case 'refunded':
    case 'part-refunded':
      return 'charge.refunded';
    case 'disputed':
      return 'charge.dispute.created';
    case 'won':
    case 'lost':
      return 'charge.dispute.closed';
    default:
      return null;
  }
}

/** Signed event about an order: docs.stripe.com/webhooks#verify-manually. */
export const stripeEvent =
  ({ webhookSecret }: StripeAccount) =>
  (order: HostedOrder): HostedEvent | null => {
    const type = eventType(order);
    if (!type) return null;
    const object = type.startsWith('checkout.')
      ? { ...sessionOf(order), payment_intent: isStarted(order) ? paymentId(order) : null }
      : type === 'charge.refunded'
        ? chargeOf(order)
        : type === 'refund.failed'
          ? refundOf(order, order.refunds.at(-1)!)
          : disputesOf(order)[0];
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: '2025-05-28.basil',
      created: now(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    const body = JSON.stringify(event);
    const signature = sign(webhookSecret, `${event.created}.${body}`);
    return {
      name: type,
      body,
      headers: { 'stripe-signature': `t=${event.created},v1=${signature}` },
    };
  };

const list = (data: object[]): Reply => json({ object: 'list', data, has_more: false });

const refuse = (message: string, status = 400, type = 'invalid_request_error'): Reply =>
  json({ error: { type, message } }, status);
