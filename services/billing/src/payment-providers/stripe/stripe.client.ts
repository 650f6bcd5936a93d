import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { logger } from '@casement/common/core/logging/logger.js';
import { BillingConfig } from '../../config.js';
import { centsToCharge, parseRate } from '../../money.js';
import { declaredMethods } from '../declared-methods.js';
import { describeFailure } from '../http-failure.js';
import {
  ProviderUnavailable,
  type CallbackVerdict,
  type Charge,
  type CreateResult,
  type FailedRefund,
  type IncomingCallback,
  type MethodList,
  type PaymentKey,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentReport,
  type RefundRequest,
  type RefundResult,
} from '../payment-provider.js';
import { neverConnected } from '../provider-http.js';
import { MERCHANT_REF, readEvent } from './stripe.events.js';
import { stripeMethods } from './stripe.methods.js';

const log = logger('stripe');
const PAYMENT = 'payment_intent.latest_charge.refunds';
/** Metadata of a refund: its idempotency key, which Stripe does not return. */
const REFUND_KEY = 'refund_key';

/** Payments on Stripe's Checkout page. The reference of a payment is its Checkout session. */
@Injectable()
export class StripeClient implements PaymentProvider {
  readonly name = 'stripe';
  readonly listsFees = false;
  /** Events arrive out of order and in the API version of the account, so each one leads to a read. */
  readonly readsStatusAfterCallback = true;
  private readonly stripe: Stripe | undefined;

  constructor(private readonly config: BillingConfig) {
    if (this.isConfigured()) {
      const { protocol, hostname, port } = new URL(config.STRIPE_API_URL);
      this.stripe = new Stripe(config.STRIPE_SECRET_KEY, {
        protocol: protocol === 'http:' ? 'http' : 'https',
        host: hostname,
        ...(port && { port }),
        timeout: config.PROVIDER_TIMEOUT_MS,
        maxNetworkRetries: 0,
        telemetry: false,
      });
    }
  }

  isConfigured(): boolean {
    return this.config.STRIPE_SECRET_KEY !== '';
  }

  listMethods(): Promise<MethodList> {
    return Promise.resolve(declaredMethods(stripeMethods));
  }

  /** Rupiah have two decimals at Stripe: docs.stripe.com/currencies#zero-decimal does not list them. */
  chargeOf(total: number): Charge & { rate: string } {
    const { STRIPE_CURRENCY, USD_IDR_RATE } = this.config;
    return STRIPE_CURRENCY === 'idr'
      ? { currency: 'IDR', minorUnits: total * 100, rate: '1' }
      : {
          currency: 'USD',
          minorUnits: centsToCharge(total, parseRate(USD_IDR_RATE)),
          rate: USD_IDR_RATE,
        };
  }

  async create(order: PaymentOrder): Promise<CreateResult> {
    const { merchantRef, charge, expiresAt } = order;
    if (!charge) throw new Error('a Stripe order needs its charge');
    const page = new URL(`/dashboard?open=topup:${merchantRef}`, this.config.PUBLIC_URL).href;
    const metadata = { [MERCHANT_REF]: merchantRef };
    const types = stripeMethods[order.method]?.types;
    try {
      const session = await this.api().checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: merchantRef,
          customer_email: order.customerEmail,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: charge.currency.toLowerCase(),
                unit_amount: charge.minorUnits,
                product_data: { name: order.itemName },
              },
            },
          ],
          metadata,
          payment_intent_data: { metadata },
          // The customer pays exactly the charge that was ordered, not its value in another currency.
          adaptive_pricing: { enabled: false },
          ...(types && { payment_method_types: types }),
          expires_at: Math.floor(expiresAt.getTime() / 1000),
          success_url: page,
          cancel_url: page,
        },
        { idempotencyKey: merchantRef },
      );
      expectObject(session, 'checkout.session');
      return { kind: 'created', report: reportOf(session) };
    } catch (error) {
      return failureOf(error);
    }
  }

  async readStatus({ reference }: PaymentKey): Promise<PaymentReport | null> {
    // Nobody knows the page of a session whose creation was not answered, so nobody can pay it.
    if (!reference) return null;
    try {
      const session = await this.find(reference);
      if (!session) return null;
      return { ...reportOf(session, await this.disputesOf(session)), raw: session };
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'no status from Stripe');
      throw new ProviderUnavailable(error);
    }
  }

  verifyCallback({ body, header }: IncomingCallback): CallbackVerdict {
    const signature = header('stripe-signature');
    if (!signature) return 'unsigned';
    try {
      this.api().webhooks.constructEvent(body, signature, this.config.STRIPE_WEBHOOK_SECRET);
    } catch {
      return 'forged';
    }
    return readEvent(body) ? 'accepted' : 'ignored';
  }

  readCallback(body: Buffer): PaymentReport | null {
    try {
      return readEvent(body);
    } catch {
      return null;
    }
  }

  canRefund(): boolean {
    return true;
  }

  async refund({ reference, amount, key, reason }: RefundRequest): Promise<RefundResult> {
    try {
      const session = await this.find(reference);
      const payment = session && paymentOf(session);
      if (!payment) return { kind: 'refused', reason: 'Stripe has no payment for this order' };
      const refund = await this.api().refunds.create(
        {
          payment_intent: payment.id,
          amount,
          metadata: { reason, [REFUND_KEY]: key },
        },
        { idempotencyKey: key },
      );
      expectObject(refund, 'refund');
      if (refund.status === 'succeeded') return { kind: 'refunded', reference: refund.id };
      const failed = failureOfRefund(refund);
      return failed ? { kind: 'refused', reason: failed.reason } : { kind: 'unknown' };
    } catch (error) {
      return failureOf(error);
    }
  }

  private async find(reference: string): Promise<Stripe.Checkout.Session | null> {
    const { sessions } = this.api().checkout;
    if (reference.startsWith('pi_')) {
      const list = await sessions.list({
        payment_intent: reference,
        limit: 1,
        expand: [`data.${PAYMENT}`],
      });
      expectObject(list, 'list');
      return list.data[0] ?? null;
    }
    try {
      const session = await sessions.retrieve(reference, { expand: [PAYMENT] });
      expectObject(session, 'checkout.session');
      return session;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null;
      throw error;
    }
  }

  private async disputesOf(session: Stripe.Checkout.Session): Promise<Stripe.Dispute[]> {
    const payment = paymentOf(session);
    if (!payment || !chargeOf(payment)?.disputed) return [];
    const disputes = await this.api().disputes.list({ payment_intent: payment.id });
    expectObject(disputes, 'list');
    return disputes.data;
  }

  /** Reads the currencies of the account's balance, which every secret key may do. */
  async test(): Promise<string> {
    const { host } = new URL(this.config.STRIPE_API_URL);
    try {
      const balance = await this.api().balance.retrieve();
      expectObject(balance, 'balance');
      return `${host}: the secret key is accepted (${balance.livemode ? 'live' : 'test'} mode)`;
    } catch (error) {
      throw new Error(`${host}: ${reasonOf(error)}`, { cause: error });
    }
  }

  private api(): Stripe {
    if (!this.stripe) throw new ProviderUnavailable();
    return this.stripe;
  }
}

class UnexpectedAnswer extends Error {}

/** The library returns any JSON without an `error`, whatever its status, e.g. that of a proxy. */
function expectObject(answer: { object: string }, object: string): void {
  if (answer.object !== object) throw new UnexpectedAnswer('JSON that is not from Stripe');
}

function paymentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  const { payment_intent: payment } = session;
  return typeof payment === 'object' ? payment : null;
}

function chargeOf(payment: Stripe.PaymentIntent | null): Stripe.Charge | null {
  const charge = payment?.latest_charge ?? null;
  return typeof charge === 'object' ? charge : null;
}

/** Failed and canceled refunds return to our balance, also days later: docs.stripe.com/refunds#failed-refunds. */
function failureOfRefund({ id, status, failure_reason, metadata }: Stripe.Refund) {
  if (status !== 'failed' && status !== 'canceled') return null;
  const reason = (failure_reason ?? status).replaceAll('_', ' ');
  return { reference: id, key: metadata?.[REFUND_KEY] ?? null, reason } satisfies FailedRefund;
}

/** Disputes that leave the money with us: docs.stripe.com/api/disputes/object#dispute_object-status. */
const WON = ['won', 'warning_closed'];

function statusOf(
  session: Stripe.Checkout.Session,
  failedRefund: FailedRefund | null,
  disputes: Stripe.Dispute[],
): PaymentReport['status'] {
  const payment = paymentOf(session);
  if (session.payment_status !== 'paid') {
    if (session.status === 'expired') return 'EXPIRED';
    const hasFailed = payment && ['requires_payment_method', 'canceled'].includes(payment.status);
    return session.status === 'complete' && hasFailed ? 'FAILED' : 'UNPAID';
  }
  const charge = chargeOf(payment);
  if (disputes.some(({ status }) => status === 'lost')) return 'DISPUTE_LOST';
  if (charge?.refunded && !failedRefund) return 'REFUND';
  if (disputes.some(({ status }) => !WON.includes(status))) return 'DISPUTED';
  if (failedRefund) return 'REFUND_FAILED';
  return charge && charge.amount_refunded > 0 ? 'PART_REFUND' : 'PAID';
}

function reportOf(
  session: Stripe.Checkout.Session,
  disputes: Stripe.Dispute[] = [],
): PaymentReport {
  const charge = chargeOf(paymentOf(session));
  // Stripe lists the newest refund first.
  const newestRefund = charge?.refunds?.data[0];
  const failedRefund = newestRefund ? failureOfRefund(newestRefund) : null;
  const none = { payUrl: null, qrUrl: null, payCode: null, qrString: null, instructions: null };
  return {
    reference: session.id,
    merchantRef: session.client_reference_id,
    status: statusOf(session, failedRefund, disputes),
    totalAmount: null,
    feeCustomer: null,
    charge: {
      currency: (session.currency ?? '').toUpperCase(),
      minorUnits: session.amount_total ?? 0,
    },
    paidAt: charge ? new Date(charge.created * 1000) : null,
    refunded: charge?.amount_refunded ?? null,
    ...(failedRefund && { failedRefund }),
    // The page is gone once it is completed.
    ...(session.url && {
      payment: {
        ...none,
        paymentName: '',
        checkoutUrl: session.url,
        expiresAt: new Date(session.expires_at * 1000),
      },
    }),
  };
}

/** After a 5xx or a lost response the object may exist, and the idempotency key of a 409 is in use. */
function failureOf(error: unknown) {
  const reason = reasonOf(error);
  log.warn({ reason }, 'Stripe rejected a request or did not answer');
  if (error instanceof UnexpectedAnswer) return { kind: 'unknown' } as const;
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return { kind: neverConnected(error.detail) ? 'unreached' : 'unknown' } as const;
  }
  const { statusCode = 0 } = error;
  return statusCode >= 400 && statusCode < 500 && statusCode !== 409
    ? ({ kind: 'refused', reason } as const)
    : ({ kind: 'unknown' } as const);
}

/** Describes an error for administrators. Stripe's messages show only the start and end of the key. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) return describeFailure(error);
  if (error instanceof Stripe.errors.StripeConnectionError) return describeFailure(error.detail);
  return `${error.statusCode ?? 'unknown'}, ${error.message}`;
}
