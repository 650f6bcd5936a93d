import { Injectable } from '@nestjs/common';
import {
  Counter,
  Gauge,
  Histogram,
  Registry,
  collectDefaultMetrics,
  type CounterConfiguration,
  type GaugeConfiguration,
  type HistogramConfiguration,
} from 'prom-client';
import { withTimeout } from '../async/with-timeout.js';
import { logger } from '../logging/logger.js';

const log = logger('metrics');
/** Limits database queries when metrics are scraped frequently or concurrently. */
const CACHE_MS = 10_000;
/**
 * Below Prometheus's scrape timeout of ten seconds, so that a hanging database does not prevent the other metrics.
 */
const READ_TIMEOUT_MS = 3_000;

/** Metrics read from an external source, such as the database or NATS. */
export interface GaugeSource {
  /** Value of the label `reading`, e.g. `outbox`. */
  name: string;
  /**
   * Gauges set by `read`. They are empty while `read` fails, because a stale value would be taken for the current
   * one.
   */
  gauges: readonly Gauge[];
  read(): Promise<void>;
  /** Cache time of the values in ms; 10 s by default. */
  cacheMs?: number;
}

/**
 * Counters and readings of this process for Prometheus. Names start with `casement_` and end with a unit (`_seconds`,
 * `_total`). Labels have few values: never an id, an address or user input.
 *
 * @example constructor(metrics: Metrics) {
 *   this.paid = metrics.counter({ name: PAID, help: 'Top-ups paid.' });
 * }
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly readings: {
    reading: GaugeSource;
    cachedUntil: number;
    running?: Promise<void>;
  }[] = [];
  private readonly readable = this.gauge({
    name: 'casement_reading_up',
    help: '1 if the values of this group could be read, otherwise 0.',
    labelNames: ['reading'],
  });

  counter<L extends string>(options: Omit<CounterConfiguration<L>, 'registers'>): Counter<L> {
    return new Counter<L>({ ...options, registers: [this.registry] });
  }

  gauge<L extends string>(options: Omit<GaugeConfiguration<L>, 'registers'>): Gauge<L> {
    return new Gauge<L>({ ...options, registers: [this.registry] });
  }

  histogram<L extends string>(options: Omit<HistogramConfiguration<L>, 'registers'>): Histogram<L> {
    return new Histogram<L>({ ...options, registers: [this.registry] });
  }

  /** Adds memory, CPU time and event loop metrics. Called once by the process itself. */
  addProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Adds metrics that are read on each scrape and cost nothing until then. */
  addGaugeSource(reading: GaugeSource): void {
    this.readings.push({ reading, cachedUntil: 0 });
  }

  /** Returns all metrics in the Prometheus format. */
  async text(): Promise<string> {
    await Promise.all(this.readings.map((one) => this.refresh(one)));
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  private async refresh(entry: Metrics['readings'][number]): Promise<void> {
    const { reading } = entry;
    if (Date.now() < entry.cachedUntil) return;
    // A hanging reading is awaited again instead of being started twice.
    entry.running ??= reading.read().finally(() => delete entry.running);
    try {
      await withTimeout(READ_TIMEOUT_MS, entry.running);
      entry.cachedUntil = Date.now() + (reading.cacheMs ?? CACHE_MS);
      this.readable.set({ reading: reading.name }, 1);
    } catch (err) {
      log.warn({ err, reading: reading.name }, 'could not read metrics');
      for (const gauge of reading.gauges) gauge.reset();
      this.readable.set({ reading: reading.name }, 0);
    }
  }
}
