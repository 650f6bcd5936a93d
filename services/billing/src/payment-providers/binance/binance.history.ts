import { Injectable } from '@nestjs/common';
import { logger } from '@casement/common/core/logging/logger.js';
import { BillingConfig } from '../../config.js';
import { BinanceUnavailable } from './binance.errors.js';
import { callBinance, type BinanceAnswer } from './binance.http.js';
import { historyRow, isIncoming } from './binance.schemas.js';
import { signedQuery } from './binance.signature.js';
import type { BinanceTransfer, HistoryPage, TimeWindow } from './binance.types.js';

const log = logger('binance');
const PATH = '/sapi/v1/pay/transactions';
const MAX_ROWS = 100;
const RECV_WINDOW_MS = 5_000;
/** Binance reports its time in whole elapsed seconds and accepts one that is up to a second ahead. */
const HALF_SECOND_MS = 500;
/** A wrong key or signature stays wrong until the settings are changed. */
const REFUSED_PAUSE_SECONDS = 60;

/** The client of the Binance Pay history. It has no access to our rows. */
@Injectable()
export class BinanceHistory {
  /** Binance's clock minus ours, in milliseconds; learnt when they refuse our time. */
  private clockOffset = 0;

  constructor(private readonly config: BillingConfig) {}

  /** Binance's time as far as we know it, in milliseconds. */
  now(): number {
    return Date.now() + this.clockOffset;
  }

  /**
   * The transfers that came in within `window`. One call, a second one only after a refused time.
   *
   * @throws BinanceUnavailable
   */
  async page(window: TimeWindow): Promise<HistoryPage> {
    const rows = this.expect(await this.request(window));
    return { transfers: rows.flatMap(readRow).filter(isIncoming), full: rows.length >= MAX_ROWS };
  }

  /** The same request, with the answer as it came. */
  async request(window: TimeWindow): Promise<BinanceAnswer> {
    const answer = await this.ask(window);
    if (answer.kind !== 'clock' || !this.adjustClock(answer.serverTime)) return answer;
    return this.ask(window);
  }

  private ask(window: TimeWindow): Promise<BinanceAnswer> {
    const { BINANCE_BASE_URL, BINANCE_API_KEY, BINANCE_API_SECRET, BINANCE_TIMEOUT_MS } =
      this.config;
    const query = signedQuery(BINANCE_API_SECRET, {
      startTime: String(window.start),
      endTime: String(window.end),
      limit: String(MAX_ROWS),
      recvWindow: String(RECV_WINDOW_MS),
      timestamp: String(this.now()),
    });
    const url = `${BINANCE_BASE_URL.replace(/\/+$/, '')}${PATH}?${query}`;
    return callBinance(url, BINANCE_API_KEY, BINANCE_TIMEOUT_MS);
  }

  /** @returns whether it is worth asking again */
  private adjustClock(serverTime: number | null): boolean {
    if (serverTime === null) return false;
    this.clockOffset = serverTime + HALF_SECOND_MS - Date.now();
    log.warn({ clockOffsetMs: this.clockOffset }, "our clock is not Binance's, it is adjusted");
    return true;
  }

  private expect(answer: BinanceAnswer): unknown[] {
    switch (answer.kind) {
      case 'ok':
        return answer.rows;
      case 'limited':
        log.warn({ retryAfterSeconds: answer.retryAfterSeconds }, 'Binance limits our calls');
        throw new BinanceUnavailable('limited', answer.retryAfterSeconds);
      case 'refused':
        log.error({ code: answer.code, reason: answer.message }, 'Binance refused our settings');
        throw new BinanceUnavailable(`refused ${answer.code}`, REFUSED_PAUSE_SECONDS);
      case 'clock':
        log.error({ serverTime: answer.serverTime }, 'Binance does not take our time');
        throw new BinanceUnavailable('clock');
      case 'unknown':
        log.warn({ reason: reasonOf(answer.cause) }, 'Binance did not answer');
        throw new BinanceUnavailable('no answer', 0, { cause: answer.cause });
    }
  }
}

/** One row that can't be read must not hide the others. */
function readRow(row: unknown): BinanceTransfer[] {
  const parsed = historyRow.safeParse(row);
  if (parsed.success) return [parsed.data];
  const paths = parsed.error.issues.map(({ path }) => path.join('.'));
  log.error({ paths }, 'unreadable row in the Binance history');
  return [];
}

/** fetch only reports that it failed; the reason is in the cause. Never the address: it holds the signature. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  const { code, message } = (cause.cause ?? cause) as { code?: unknown; message?: string };
  return typeof code === 'string' ? code : (message ?? cause.message);
}
