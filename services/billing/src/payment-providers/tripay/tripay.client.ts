import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { clientAddress } from '@casement/common/core/context/request-context.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { AddressSet } from '@casement/common/core/net/address-set.js';
import { BillingConfig } from '../../config.js';
import {
  ProviderUnavailable,
  type CallbackVerdict,
  type CreateResult,
  type IncomingCallback,
  type MethodList,
  type PaymentChannel,
  type PaymentKey,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentReport,
  type RefundResult,
} from '../payment-provider.js';
import { describeFailure } from '../http-failure.js';
import { callTripay, type TripayAnswer } from './tripay.http.js';
import { callbackBody, channelRow, transactionRow } from './tripay.schemas.js';
import { isGatewaySignature, transactionSignature } from './tripay.signature.js';

const log = logger('gateway');
/** Number of payment methods named in the result of a connection test. */
const NAMED_METHODS = 5;

@Injectable()
export class TripayClient implements PaymentProvider {
  readonly name = 'tripay';
  readonly listsFees = true;
  readonly readsStatusAfterCallback = false;
  /** Allowed senders of callbacks; `undefined` allows any address. */
  private readonly networks: AddressSet | undefined;

  constructor(private readonly config: BillingConfig) {
    const { TRIPAY_CALLBACK_NETWORKS: networks } = config;
    if (networks.length > 0) this.networks = new AddressSet(networks);
  }

  isConfigured(): boolean {
    return this.config.TRIPAY_API_KEY !== '';
  }

  async listMethods(): Promise<MethodList> {
    const data = z.array(z.unknown()).safeParse(this.expect(await this.requestChannels()));
    if (!data.success) throw new ProviderUnavailable(data.error);
    const channels: PaymentChannel[] = [];
    const codes: string[] = [];
    for (const row of data.data) {
      const code = z.object({ code: z.string() }).safeParse(row).data?.code;
      if (code) codes.push(code);
      const parsed = channelRow.safeParse(row);
      if (parsed.success) channels.push(parsed.data);
      else {
        const paths = parsed.error.issues.map((issue) => issue.path.join('.'));
        log.warn({ code, paths }, 'unreadable channel');
      }
    }
    return { channels, codes, skipped: data.data.length - channels.length };
  }

  async test(): Promise<string> {
    const { host } = new URL(this.config.TRIPAY_BASE_URL);
    const answer = await this.requestChannels();
    if (answer.kind === 'refused') throw new Error(`${host}: ${answer.status}, ${answer.message}`);
    if (answer.kind !== 'ok') throw new Error(`${host}: ${describeFailure(answer.cause)}`);
    const codes = z.array(z.object({ code: z.string() })).parse(answer.data);
    const names = codes.slice(0, NAMED_METHODS).map(({ code }) => code);
    const more = codes.length > NAMED_METHODS ? ', …' : '';
    return `${host}: 200, payment methods: ${codes.length} (${names.join(', ')}${more})`;
  }

  private requestChannels(): Promise<TripayAnswer> {
    return this.get('merchant/payment-channel');
  }

  async create(order: PaymentOrder): Promise<CreateResult> {
    const { TRIPAY_MERCHANT_CODE, TRIPAY_PRIVATE_KEY, PUBLIC_URL } = this.config;
    // Sends no expired_time: each channel has its own range (QRIS at most one hour) and rejects values outside it.
    const answer = await this.call(
      'transaction/create',
      {},
      {
        method: order.method,
        merchant_ref: order.merchantRef,
        amount: order.amount,
        customer_name: order.customerName,
        customer_email: order.customerEmail,
        // Sends a single item, because the items must add up to the amount, which a discounted unit price may not do.
        order_items: [{ name: order.itemName, price: order.amount, quantity: 1 }],
        callback_url: new URL('/api/payments/tripay/callback', PUBLIC_URL).href,
        // Makes the dashboard open this top-up.
        return_url: new URL(`/dashboard?open=topup:${order.merchantRef}`, PUBLIC_URL).href,
        signature: transactionSignature(
          TRIPAY_PRIVATE_KEY,
          TRIPAY_MERCHANT_CODE,
          order.merchantRef,
          order.amount,
        ),
      },
    );
    if (answer.kind === 'refused') return { kind: 'refused', reason: answer.message };
    if (answer.kind === 'unreached') return { kind: 'unreached' };
    if (answer.kind === 'unknown') return { kind: 'unknown' };
    const report = transactionRow.safeParse(answer.data);
    if (!report.success || report.data.merchantRef !== order.merchantRef) {
      log.error({ merchantRef: order.merchantRef }, 'unreadable response to a created transaction');
      return { kind: 'unknown' };
    }
    return { kind: 'created', report: report.data };
  }

  async readStatus({ reference, merchantRef }: PaymentKey): Promise<PaymentReport | null> {
    if (reference) return this.detail(reference);
    return merchantRef ? this.findByMerchantRef(merchantRef) : null;
  }

  private async detail(reference: string, signal?: AbortSignal): Promise<PaymentReport | null> {
    const answer = await this.get('transaction/detail', { reference }, signal);
    if (answer.kind === 'refused' && isNotFound(answer)) return null;
    return this.report(this.expect(answer));
  }

  /**
   * Finds a payment by our own reference after the response to its creation was lost. Both requests share one time
   * limit, because a customer may be waiting.
   */
  private async findByMerchantRef(merchantRef: string): Promise<PaymentReport | null> {
    const signal = AbortSignal.timeout(this.config.TRIPAY_TIMEOUT_MS);
    const query = { merchant_ref: merchantRef, per_page: '5', sort: 'desc' };
    const rows = z
      .array(z.object({ reference: z.string(), merchant_ref: z.string().nullish() }))
      .safeParse(this.expect(await this.get('merchant/transactions', query, signal)));
    if (!rows.success) throw new ProviderUnavailable(rows.error);
    const own = rows.data.find((row) => row.merchant_ref === merchantRef);
    // The list contains no QR code, so the details are requested too.
    return own ? this.detail(own.reference, signal) : null;
  }

  verifyCallback({ body, header }: IncomingCallback): CallbackVerdict {
    const signature = header('x-callback-signature');
    if (!signature || !this.isExpectedSender()) return 'unsigned';
    if (!isGatewaySignature(this.config.TRIPAY_PRIVATE_KEY, body, signature)) return 'forged';
    return header('x-callback-event') === 'payment_status' ? 'accepted' : 'unknown';
  }

  readCallback(body: Buffer): PaymentReport | null {
    try {
      return callbackBody.parse(JSON.parse(body.toString('utf8')));
    } catch {
      return null;
    }
  }

  /** Tripay has no API for refunds. Its merchants transfer the money themselves. */
  canRefund(): boolean {
    return false;
  }

  refund(): Promise<RefundResult> {
    return Promise.resolve({ kind: 'refused', reason: 'Tripay has no API for refunds' });
  }

  private isExpectedSender(): boolean {
    return this.networks?.has(clientAddress() ?? '') ?? true;
  }

  private report(data: unknown): PaymentReport {
    const parsed = transactionRow.safeParse(data);
    if (!parsed.success) throw new ProviderUnavailable(parsed.error);
    return { ...parsed.data, raw: data };
  }

  private expect(answer: TripayAnswer): unknown {
    if (answer.kind === 'ok') return answer.data;
    if (answer.kind === 'refused') {
      log.error({ status: answer.status, reason: answer.message }, 'gateway rejected a query');
      throw new ProviderUnavailable();
    }
    throw new ProviderUnavailable(answer.cause);
  }

  private get(
    path: string,
    query: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<TripayAnswer> {
    return this.call(path, query, undefined, signal);
  }

  private async call(
    path: string,
    query: Record<string, string>,
    body?: object,
    signal = AbortSignal.timeout(this.config.TRIPAY_TIMEOUT_MS),
  ): Promise<TripayAnswer> {
    const { TRIPAY_BASE_URL, TRIPAY_API_KEY } = this.config;
    const url = new URL(path, `${TRIPAY_BASE_URL.replace(/\/+$/, '')}/`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const answer = await callTripay(url, TRIPAY_API_KEY, signal, body);
    if (answer.kind === 'unreached' || answer.kind === 'unknown') {
      log.warn(
        { path, kind: answer.kind, reason: describeFailure(answer.cause) },
        'no response from the gateway',
      );
    }
    return answer;
  }
}

/** Tripay has no error code for this case, and its samples use both languages. */
const isNotFound = (answer: { status: number; message: string }): boolean =>
  answer.status === 404 || /not found|tidak ditemukan/i.test(answer.message);
