import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { logger } from '@casement/common/core/logging/logger.js';
import { BillingConfig } from '../../config.js';
import { GatewayUnavailable } from '../gateway.errors.js';
import type { CreateResult, GatewayChannel, GatewayOrder, GatewayReport } from '../payment-provider.js';
import { callTripay, type TripayAnswer } from './tripay.http.js';
import { callbackBody, channelRow, transactionRow } from './tripay.schemas.js';
import { isGatewaySignature, transactionSignature } from './tripay.signature.js';

const log = logger('gateway');

/** The client of the payment gateway's API. It has no access to our rows. */
@Injectable()
export class TripayGateway {
  constructor(private readonly config: BillingConfig) {}

  /**
   * The payment methods that the gateway offers.
   *
   * @returns the rows that could be read, how many could not, and the codes of all
   * @throws GatewayUnavailable
   */
  async channels(): Promise<{ channels: GatewayChannel[]; codes: string[]; skipped: number }> {
    const data = z.array(z.unknown()).safeParse(this.expect(await this.requestChannels()));
    if (!data.success) throw new GatewayUnavailable(data.error);
    const channels: GatewayChannel[] = [];
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

  /** The same request, with the answer as it came. */
  requestChannels(): Promise<TripayAnswer> {
    return this.get('merchant/payment-channel');
  }

  /** Makes a transaction. Never repeated automatically: a second one would be a second bill. */
  async create(order: GatewayOrder): Promise<CreateResult> {
    const { TRIPAY_MERCHANT_CODE, TRIPAY_PRIVATE_KEY, PUBLIC_URL } = this.config;
    // No expired_time: each channel has limits of its own (QRIS an hour) and refuses what lies outside.
    const answer = await this.call(
      'transaction/create',
      {},
      {
        method: order.method,
        merchant_ref: order.merchantRef,
        amount: order.amount,
        customer_name: order.customerName,
        customer_email: order.customerEmail,
        // One line: its total must be the amount, and a discount fits no price per piece.
        order_items: [{ name: order.itemName, price: order.amount, quantity: 1 }],
        callback_url: new URL('/api/payments/tripay/callback', PUBLIC_URL).href,
        // The page opens this top-up there.
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
      log.error({ merchantRef: order.merchantRef }, 'unreadable answer to a created transaction');
      return { kind: 'unknown' };
    }
    return { kind: 'created', report: report.data };
  }

  /**
   * What became of a payment.
   *
   * @returns null when the gateway knows no such transaction
   * @throws GatewayUnavailable
   */
  async detail(reference: string, signal?: AbortSignal): Promise<GatewayReport | null> {
    const answer = await this.get('transaction/detail', { reference }, signal);
    if (answer.kind === 'refused' && isNotFound(answer)) return null;
    return this.report(this.expect(answer));
  }

  /**
   * The same by our own reference, for a create whose answer was lost. Two questions, but one time limit: a customer
   * may be waiting.
   */
  async findByMerchantRef(merchantRef: string): Promise<GatewayReport | null> {
    const signal = AbortSignal.timeout(this.config.TRIPAY_TIMEOUT_MS);
    const query = { merchant_ref: merchantRef, per_page: '5', sort: 'desc' };
    const rows = z
      .array(z.object({ reference: z.string(), merchant_ref: z.string().nullish() }))
      .safeParse(this.expect(await this.get('merchant/transactions', query, signal)));
    if (!rows.success) throw new GatewayUnavailable(rows.error);
    const own = rows.data.find((row) => row.merchant_ref === merchantRef);
    // The list lacks the QR code, so the detail is asked for.
    return own ? this.detail(own.reference, signal) : null;
  }

  /** Whether these bytes were sent by the gateway. */
  isOwnCallback(body: Buffer, signature: string | undefined): boolean {
    return isGatewaySignature(this.config.TRIPAY_PRIVATE_KEY, body, signature);
  }

  /** @returns null for a body that can't be understood */
  readCallback(body: Buffer): GatewayReport | null {
    try {
      return callbackBody.parse(JSON.parse(body.toString('utf8')));
    } catch {
      return null;
    }
  }

  private report(data: unknown): GatewayReport {
    const parsed = transactionRow.safeParse(data);
    if (!parsed.success) throw new GatewayUnavailable(parsed.error);
    return parsed.data;
  }

  private expect(answer: TripayAnswer): unknown {
    if (answer.kind === 'ok') return answer.data;
    if (answer.kind === 'refused') {
      log.error({ status: answer.status, reason: answer.message }, 'gateway refused a question');
      throw new GatewayUnavailable();
    }
    throw new GatewayUnavailable(answer.cause);
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
      // The reason is enough: its stack adds nothing.
      log.warn(
        { path, kind: answer.kind, reason: reasonOf(answer.cause) },
        'gateway did not answer',
      );
    }
    return answer;
  }
}

/** fetch only reports that it failed; the reason is in the cause. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  const { code, message } = (cause.cause ?? cause) as { code?: unknown; message?: string };
  return typeof code === 'string' ? code : (message ?? cause.message);
}

/** The gateway has no code for it, and its samples show both languages. */
const isNotFound = (answer: { status: number; message: string }): boolean =>
  answer.status === 404 || /not found|tidak ditemukan/i.test(answer.message);
