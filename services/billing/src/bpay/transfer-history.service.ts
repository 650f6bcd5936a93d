import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { logger } from '@casement/common/core/logging/logger.js';
import {
  BinanceHistory,
  BinanceUnavailable,
  type TimeWindow,
} from '../payment-providers/binance/binance.history.js';
import { BillingConfig } from '../config.js';
import { bpayErrors } from './bpay.errors.js';
import { BpayOrdersService } from '../topups/bpay-orders.service.js';
import { HistoryStateRepository } from './history-state.repository.js';
import { TransfersRepository } from './transfers.repository.js';
import { UnreadableRowsRepository } from './unreadable-rows.repository.js';

const log = logger('bpay');
const MINUTE = 60_000;
/** Overlap between fetches, for rows that Binance lists late. Longer than an order's lifetime. */
const OVERLAP_MS = 70 * MINUTE;
/** Keeps a payment made just now within the window when our clock is slightly slow. */
const CLOCK_TOLERANCE_MS = 1_000;
/** Maximum age of the fetched history, longer than the 7 days for which an order reserves its amount. */
const MAX_LOOKBACK_MS = 8 * 24 * 60 * MINUTE;
/** Limit while a customer waits. Together with the last call's timeout it stays below the browser's 10 s. */
const MAX_WAIT_MS = 4_000;
const POLL_INTERVAL_MS = 50;

/**
 * Updates our copy of the account's history. Callers in this process share one fetch, and replicas take turns through
 * a lease in PostgreSQL.
 */
@Injectable()
export class TransferHistory {
  private running: Promise<void> | undefined;

  constructor(
    private readonly config: BillingConfig,
    private readonly binance: BinanceHistory,
    private readonly orders: BpayOrdersService,
    private readonly state: HistoryStateRepository,
    private readonly transfers: TransfersRepository,
    private readonly unreadable: UnreadableRowsRepository,
  ) {}

  /**
   * Resolves once our copy is up to date. Transfers fetched before a failure stay stored.
   *
   * @throws BPAY_UNAVAILABLE
   */
  refresh(): Promise<void> {
    this.running ??= this.takeTurn().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /**
   * Fetches unless a replica has done so within `maxAgeMs`.
   *
   * @throws BPAY_UNAVAILABLE
   */
  poll(maxAgeMs: number): Promise<void> {
    return this.takeTurn(maxAgeMs);
  }

  private async takeTurn(maxAgeMs = 0): Promise<void> {
    const since = new Date((await this.state.now()).getTime() - maxAgeMs);
    const deadline = Date.now() + MAX_WAIT_MS;
    for (;;) {
      const claim = await this.state.claim(since);
      if (claim.kind === 'served') return;
      if (claim.kind === 'claimed') return this.fetch(claim.lease, claim.coveredUntil, deadline);
      const left = deadline - Date.now();
      if (claim.waitMs > left || left <= 0) {
        throw bpayErrors.unavailable(Math.max(1, Math.ceil(claim.waitMs / 1000)));
      }
      await pause(POLL_INTERVAL_MS);
    }
  }

  private async fetch(lease: string, coveredUntil: Date | null, deadline: number): Promise<void> {
    let pauseMs = this.config.BINANCE_PAUSE_MS;
    let failure: string | null | undefined;
    try {
      const open = await this.windowToFetch(coveredUntil);
      await this.fetchWindow(lease, open, deadline);
      failure = null;
    } catch (error) {
      if (!(error instanceof BinanceUnavailable)) throw error;
      failure = error.message;
      pauseMs = Math.max(pauseMs, error.pauseSeconds * 1000);
      throw bpayErrors.unavailable(error.pauseSeconds || undefined, error);
    } finally {
      await this.state.release(lease, pauseMs, failure);
    }
  }

  /**
   * Starts where our copy ends, minus the overlap. The first fetch starts at the oldest order that reserves an
   * amount, because no earlier payment can pay an order.
   */
  private async windowToFetch(coveredUntil: Date | null): Promise<TimeWindow> {
    const end = this.binance.now() + CLOCK_TOLERANCE_MS;
    const known = coveredUntil ? coveredUntil.getTime() - OVERLAP_MS : null;
    const oldest = known ?? (await this.orders.oldestReserved())?.getTime() ?? end;
    return { start: Math.min(Math.max(oldest, end - MAX_LOOKBACK_MS), end), end };
  }

  /** Fetches the oldest part first so that the covered time has no gap and a later fetch can continue from there. */
  private async fetchWindow(
    lease: string,
    fullWindow: TimeWindow,
    deadline: number,
  ): Promise<void> {
    const waiting = [fullWindow];
    for (let window = waiting.pop(); window; window = waiting.pop()) {
      if (Date.now() > deadline) throw bpayErrors.unavailable();
      if (!(await this.state.spendCall(lease))) throw bpayErrors.unavailable();
      const { transfers, unreadable, readable, full } = await this.binance.page(window);
      await this.transfers.store(transfers);
      await this.unreadable.remove(readable);
      await this.unreadable.record(unreadable);
      const halves = full ? splitWindow(window) : null;
      if (halves) {
        waiting.push(halves[1], halves[0]);
        continue;
      }
      if (full)
        log.error({ at: window.start }, 'more transfers in one millisecond than a page can list');
      await this.state.markCovered(lease, new Date(window.end));
    }
  }
}

/**
 * Splits a window into two halves, earlier half first, without a gap or an overlap.
 *
 * @returns null for a window of one millisecond
 */
export function splitWindow({ start, end }: TimeWindow): [TimeWindow, TimeWindow] | null {
  if (end <= start) return null;
  const middle = Math.floor((start + end) / 2);
  return [
    { start, end: middle },
    { start: middle + 1, end },
  ];
}
