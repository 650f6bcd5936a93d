import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { logger } from '@casement/common/core/logging/logger.js';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { BillingConfig, isBinanceConfigured } from '../../config.js';
import { describeFailure } from '../http-failure.js';
import { callBinance, proxyFor, signedQuery, type BinanceAnswer } from './binance.http.js';
import {
  isIncoming,
  readRow,
  type BinanceTransfer,
  type UnreadableRow,
} from './binance.schemas.js';

/** Inclusive range in milliseconds of Binance's clock. */
export interface TimeWindow {
  start: number;
  end: number;
}

interface HistoryPage {
  transfers: BinanceTransfer[];
  unreadable: UnreadableRow[];
  /** Fingerprints of the rows that could be read, to remove them from the unreadable rows. */
  readable: string[];
  /** The response has the maximum number of rows, so the window may contain more. */
  full: boolean;
}

/**
 * Thrown if Binance did not return its history, which does not mean that a payment is missing.
 *
 * @param reason for administrators, without secrets
 * @param pauseSeconds time until the next call is allowed; 0 means no pause
 */
export class BinanceUnavailable extends Error {
  constructor(
    reason: string,
    readonly pauseSeconds = 0,
  ) {
    super(reason);
    this.name = 'BinanceUnavailable';
  }
}

const log = logger('binance');
const PATH = '/sapi/v1/pay/transactions';
const MAX_ROWS = 100;
const HOUR_MS = 3_600_000;
const RECV_WINDOW_MS = 5_000;
/** Binance reports its time in whole seconds, so half a second is added. It accepts a time up to one second ahead. */
const HALF_SECOND_MS = 500;
/** Long pause, because a wrong key or signature stays wrong until the settings are changed. */
const REFUSED_PAUSE_SECONDS = 60;

type Failed = Exclude<BinanceAnswer, { kind: 'ok' }>;

@Injectable()
export class BinanceHistory implements OnModuleDestroy {
  /** Binance's clock minus ours in milliseconds. Set when Binance rejects our time. */
  private clockOffset = 0;
  private readonly proxy;

  constructor(
    private readonly config: BillingConfig,
    dependencies: ExternalDependencies,
  ) {
    this.proxy = proxyFor(config.BINANCE_PROXY_URL);
    dependencies.add({
      name: 'binance',
      isConfigured: () => isBinanceConfigured(config),
      ask: () => this.test(),
    });
  }

  /** Returns the estimated time of Binance's clock in milliseconds. */
  now(): number {
    return Date.now() + this.clockOffset;
  }

  /**
   * Returns the incoming transfers within `window`. Makes one call, or two if the time is rejected.
   *
   * @throws BinanceUnavailable
   */
  async page(window: TimeWindow): Promise<HistoryPage> {
    const answer = await this.request(window);
    if (answer.kind !== 'ok') throw this.failureOf(answer);
    const { rows } = answer;
    const read = rows.map(readRow).filter(({ transfer }) => !transfer || isIncoming(transfer));
    return {
      transfers: read.flatMap(({ transfer }) => transfer ?? []),
      unreadable: read.flatMap(({ unreadable }) => unreadable ?? []),
      readable: read.flatMap(({ unreadable, fingerprint }) => (unreadable ? [] : fingerprint)),
      full: rows.length >= MAX_ROWS,
    };
  }

  async onModuleDestroy(): Promise<void> {
    await this.proxy?.close();
  }

  /** Connection test for administrators: sends a signed request for the last hour. */
  private async test(): Promise<string> {
    const end = this.now();
    const answer = await this.request({ start: end - HOUR_MS, end });
    if (answer.kind !== 'ok') throw new Error(this.describe(answer));
    return `${this.describeHost()}: 200, transfers in the last hour: ${answer.rows.length}`;
  }

  /** Returns the API's host, and the proxy if one is set, for messages to administrators. */
  private describeHost(): string {
    const { BINANCE_BASE_URL, BINANCE_PROXY_URL } = this.config;
    const { host } = new URL(BINANCE_BASE_URL);
    return BINANCE_PROXY_URL
      ? `${host} through the proxy ${new URL(BINANCE_PROXY_URL).host}`
      : host;
  }

  /** Describes cause and remedy of a failure for administrators. */
  private describe(answer: Failed): string {
    const describeHost = this.describeHost();
    switch (answer.kind) {
      case 'limited':
        return `${describeHost}: too many calls, again in ${answer.retryAfterSeconds} s`;
      case 'clock':
        return `${describeHost}: -1021, our clock is not theirs`;
      case 'refused':
        return `${describeHost}: ${answer.code}, ${answer.message}`;
      case 'restricted':
        return `${describeHost}: HTTP ${answer.status}, Binance does not serve the country of this address. Set BINANCE_PROXY_URL to a proxy in a country that it serves.`;
      case 'unknown':
        return `${describeHost}: ${describeFailure(answer.cause)}`;
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
    return callBinance(url, BINANCE_API_KEY, BINANCE_TIMEOUT_MS, this.proxy);
  }

  /**
   * Adjusts the clock offset to Binance's time.
   *
   * @returns whether a retry can succeed: false if Binance did not report its time
   */
  private adjustClock(serverTime: number | null): boolean {
    if (serverTime === null) return false;
    this.clockOffset = serverTime + HALF_SECOND_MS - Date.now();
    log.warn(
      { clockOffsetMs: this.clockOffset },
      "clock differs from Binance's, adjusting timestamps",
    );
    return true;
  }

  private failureOf(answer: Failed): BinanceUnavailable {
    const reason = this.describe(answer);
    // Lasting failures need a change of the settings; all others may pass by themselves.
    const isLasting = answer.kind === 'refused' || answer.kind === 'restricted';
    log[isLasting || answer.kind === 'clock' ? 'error' : 'warn']({ reason }, 'no Binance history');
    const pauseSeconds = answer.kind === 'limited' ? answer.retryAfterSeconds : 0;
    return new BinanceUnavailable(reason, isLasting ? REFUSED_PAUSE_SECONDS : pauseSeconds);
  }
}
