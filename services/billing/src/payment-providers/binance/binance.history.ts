import { Injectable } from '@nestjs/common';
import { logger } from '@casement/common/core/logging/logger.js';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { BillingConfig, isBinanceConfigured } from '../../config.js';
import { failureReason } from '../payment-provider.js';
import { callBinance, signedQuery, type BinanceAnswer } from './binance.http.js';
import { historyRow, isIncoming, type BinanceTransfer } from './binance.schemas.js';

/** Inclusive, in milliseconds of Binance's clock. */
export interface TimeWindow {
  start: number;
  end: number;
}

interface HistoryPage {
  transfers: BinanceTransfer[];
  /** The response has the maximum number of rows, so the window may contain more. */
  full: boolean;
}

/**
 * Binance did not return its history, which does not mean that a payment is missing.
 *
 * @param pauseSeconds time until the next allowed call; 0 = none
 */
export class BinanceUnavailable extends Error {
  constructor(
    reason: string,
    readonly pauseSeconds = 0,
    options?: ErrorOptions,
  ) {
    super(reason, options);
    this.name = 'BinanceUnavailable';
  }
}

const log = logger('binance');
const PATH = '/sapi/v1/pay/transactions';
const MAX_ROWS = 100;
const HOUR_MS = 3_600_000;
const RECV_WINDOW_MS = 5_000;
/** Binance reports whole seconds and accepts a time up to one second ahead. */
const HALF_SECOND_MS = 500;
/** A wrong key or signature stays wrong until the settings change. */
const REFUSED_PAUSE_SECONDS = 60;

/** Client of the Binance Pay history. */
@Injectable()
export class BinanceHistory {
  /** Binance's clock minus ours in milliseconds; set when Binance rejects our time. */
  private clockOffset = 0;

  constructor(
    private readonly config: BillingConfig,
    dependencies: ExternalDependencies,
  ) {
    dependencies.add({
      name: 'binance',
      isConfigured: () => isBinanceConfigured(config),
      ask: () => this.test(),
    });
  }

  /** Estimated time of Binance's clock in milliseconds. */
  now(): number {
    return Date.now() + this.clockOffset;
  }

  /**
   * Returns the incoming transfers within `window` by one call, or two after a rejected time.
   *
   * @throws BinanceUnavailable
   */
  async page(window: TimeWindow): Promise<HistoryPage> {
    const rows = this.expect(await this.request(window));
    return { transfers: rows.flatMap(readRow).filter(isIncoming), full: rows.length >= MAX_ROWS };
  }

  /** Connection test for administrators: reads the last hour, signed. */
  private async test(): Promise<string> {
    const end = this.now();
    const answer = await this.request({ start: end - HOUR_MS, end });
    const { host } = new URL(this.config.BINANCE_BASE_URL);
    switch (answer.kind) {
      case 'ok':
        return `${host}: 200, ${answer.rows.length} transfers within the last hour`;
      case 'limited':
        throw new Error(`${host}: too many calls, again in ${answer.retryAfterSeconds} s`);
      case 'clock':
        throw new Error(`${host}: -1021, our clock is not theirs`);
      case 'refused':
        throw new Error(`${host}: ${answer.code}, ${answer.message}`);
      case 'unknown':
        throw new Error(host, { cause: answer.cause });
    }
  }

  private async request(window: TimeWindow): Promise<BinanceAnswer> {
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

  /** @returns whether a retry can succeed */
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
        log.warn({ reason: failureReason(answer.cause) }, 'Binance did not answer');
        throw new BinanceUnavailable('no answer', 0, { cause: answer.cause });
    }
  }
}

/** An unreadable row must not hide the others. */
function readRow(row: unknown): BinanceTransfer[] {
  const parsed = historyRow.safeParse(row);
  if (parsed.success) return [parsed.data];
  const paths = parsed.error.issues.map(({ path }) => path.join('.'));
  log.error({ paths }, 'unreadable row in the Binance history');
  return [];
}
