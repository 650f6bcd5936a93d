import { Injectable } from '@nestjs/common';
import { logger } from '@casement/common/core/logging/logger.js';
import { BillingConfig } from '../../config.js';
import { declaredMethods } from '../declared-methods.js';
import { describeFailure, describeResponse } from '../http-failure.js';
import {
  ProviderUnavailable,
  type CallbackVerdict,
  type CreateResult,
  type IncomingCallback,
  type MethodList,
  type PaymentKey,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentReport,
  type RefundRequest,
  type RefundResult,
} from '../payment-provider.js';
import { callProvider, type ProviderAnswer } from '../provider-http.js';
import { midtransMethods } from './midtrans.methods.js';
import {
  apiAnswer,
  refundAnswer,
  snapAnswer,
  snapRefusal,
  transaction,
} from './midtrans.schemas.js';
import { verifyNotification } from './midtrans.signature.js';

const log = logger('midtrans');
/** Maximum length of an item's name in characters. */
const MAX_NAME = 50;
/** Maximum length of a refund's reason in characters. */
const MAX_REASON = 255;

/** Payments on Midtrans's Snap page. The reference of a payment is our own, which Midtrans calls the order id. */
@Injectable()
export class MidtransClient implements PaymentProvider {
  readonly name = 'midtrans';
  readonly listsFees = false;
  readonly readsStatusAfterCallback = true;

  constructor(private readonly config: BillingConfig) {}

  isConfigured(): boolean {
    return this.config.MIDTRANS_SERVER_KEY !== '';
  }

  listMethods(): Promise<MethodList> {
    return Promise.resolve(declaredMethods(midtransMethods));
  }

  async create(order: PaymentOrder): Promise<CreateResult> {
    const { MIDTRANS_SNAP_URL, PUBLIC_URL } = this.config;
    const { merchantRef, amount, fee, expiresAt } = order;
    const minutes = Math.floor((expiresAt.getTime() - Date.now()) / 60_000);
    const lifetime = { duration: minutes, unit: 'minutes' };
    const item = { id: order.method, quantity: 1 };
    const answer = await this.call(
      new URL('transactions', folder(MIDTRANS_SNAP_URL)),
      {
        transaction_details: { order_id: merchantRef, gross_amount: amount + fee },
        // The prices must add up to the gross amount.
        item_details: [
          { ...item, price: amount, name: order.itemName.slice(0, MAX_NAME) },
          ...(fee > 0 ? [{ ...item, id: 'FEE', price: fee, name: 'Payment fee' }] : []),
        ],
        customer_details: { first_name: order.customerName, email: order.customerEmail },
        enabled_payments: [midtransMethods[order.method]?.payment],
        credit_card: { secure: true },
        // The page closes with the order. A payment method that is chosen late has its own, possibly later, deadline.
        expiry: lifetime,
        page_expiry: lifetime,
        callbacks: { finish: new URL(`/dashboard?open=topup:${merchantRef}`, PUBLIC_URL).href },
      },
      { 'X-Override-Notification': new URL('/api/payments/midtrans/callback', PUBLIC_URL).href },
    );
    if (answer.kind !== 'answered') return { kind: answer.kind };
    const { status, body } = answer.response;
    const refusal = snapRefusal.safeParse(body);
    if (status < 500 && refusal.success) {
      return { kind: 'refused', reason: refusal.data.error_messages.join(' ') };
    }
    const created = snapAnswer.safeParse(body);
    if (status >= 300 || !created.success || !created.data.redirect_url) {
      log.error({ merchantRef, reason: describeResponse(answer.response) }, 'unreadable response');
      return { kind: 'unknown' };
    }
    return { kind: 'created', report: openReport(order, created.data.redirect_url) };
  }

  /** Midtrans knows an order only after the customer has chosen how to pay it. */
  async readStatus({ merchantRef }: PaymentKey): Promise<PaymentReport | null> {
    if (!merchantRef) return null;
    const answer = await this.callApi(merchantRef, 'status');
    if (answer.code === '404') return null;
    const read = transaction.safeParse(answer.body);
    if (!read.success || read.data.merchantRef !== merchantRef) {
      log.error({ merchantRef, code: answer.code }, 'unreadable status');
      throw new ProviderUnavailable();
    }
    return { ...read.data, raw: answer.body };
  }

  verifyCallback({ body }: IncomingCallback): CallbackVerdict {
    return verifyNotification(this.config.MIDTRANS_SERVER_KEY, body);
  }

  readCallback(body: Buffer): PaymentReport | null {
    try {
      return transaction.parse(JSON.parse(body.toString('utf8')));
    } catch {
      return null;
    }
  }

  canRefund(methodCode: string): boolean {
    return midtransMethods[methodCode]?.isRefundable ?? false;
  }

  /** A card payment can be refunded only after it was settled, usually on the next day. */
  async refund({ merchantRef, key, amount, reason }: RefundRequest): Promise<RefundResult> {
    const body = { refund_key: key, amount, reason: reason.slice(0, MAX_REASON) };
    const answer = await this.call(this.apiUrl(merchantRef, 'refund'), body);
    if (answer.kind !== 'answered') return { kind: answer.kind };
    const read = apiAnswer.safeParse(answer.response.body);
    // 406: the key was used before, so the first call's outcome counts.
    if (!read.success || /^5|^406/.test(read.data.status_code)) return { kind: 'unknown' };
    if (read.data.status_code !== '200') {
      return { kind: 'refused', reason: `${read.data.status_code} ${read.data.status_message}` };
    }
    const { refund_key: reference } = refundAnswer.parse(answer.response.body);
    return { kind: 'refunded', reference: reference ?? null };
  }

  /** Asks for an order that does not exist: 404 proves that the key is accepted. */
  async test(): Promise<string> {
    const url = this.apiUrl('casement-connection-test', 'status');
    const answer = await this.call(url);
    if (answer.kind !== 'answered')
      throw new Error(`${url.host}: ${describeFailure(answer.cause)}`);
    const read = apiAnswer.safeParse(answer.response.body);
    if (!read.success) throw new Error(`${url.host}: ${describeResponse(answer.response)}`);
    const { status_code: code, status_message: message } = read.data;
    if (code !== '404') throw new Error(`${url.host}: ${code}, ${message}`);
    return `${url.host}: the server key is accepted`;
  }

  /** @throws ProviderUnavailable */
  private async callApi(
    merchantRef: string,
    path: string,
  ): Promise<{ code: string; body: unknown }> {
    const answer = await this.call(this.apiUrl(merchantRef, path));
    if (answer.kind !== 'answered') throw new ProviderUnavailable(answer.cause);
    const { response } = answer;
    const read = apiAnswer.safeParse(response.body);
    const code = read.data?.status_code ?? '';
    if (!read.success || /^(401|429|5)/.test(code)) {
      log.error({ merchantRef, code, status: response.status }, 'Midtrans rejected a query');
      throw new ProviderUnavailable(new Error(describeResponse(response)));
    }
    return { code, body: response.body };
  }

  private apiUrl(merchantRef: string, path: string): URL {
    return new URL(
      `${encodeURIComponent(merchantRef)}/${path}`,
      folder(this.config.MIDTRANS_API_URL),
    );
  }

  private async call(
    url: URL,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<ProviderAnswer> {
    const { MIDTRANS_SERVER_KEY, PROVIDER_TIMEOUT_MS } = this.config;
    const authorization = `Basic ${Buffer.from(`${MIDTRANS_SERVER_KEY}:`).toString('base64')}`;
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
    const answer = await callProvider(url, authorization, signal, body, headers);
    if (answer.kind !== 'answered') {
      const reason = describeFailure(answer.cause);
      log.warn({ path: url.pathname, kind: answer.kind, reason }, 'no response from Midtrans');
    }
    return answer;
  }
}

const folder = (url: string): string => `${url.replace(/\/+$/, '')}/`;

/** Report of an order whose page was just created. */
function openReport(
  { merchantRef, amount, fee, expiresAt }: PaymentOrder,
  checkoutUrl: string,
): PaymentReport {
  const none = { payUrl: null, qrUrl: null, payCode: null, qrString: null, instructions: null };
  return {
    reference: merchantRef,
    merchantRef,
    status: 'UNPAID',
    totalAmount: amount + fee,
    feeCustomer: null,
    paidAt: null,
    payment: { ...none, paymentName: '', checkoutUrl, expiresAt },
  };
}
