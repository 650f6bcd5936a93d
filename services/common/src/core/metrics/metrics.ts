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
/** Several who ask at once, or one who asks all the time, cost the database one question. */
const FRESH_MS = 10_000;
/** Who asks waits ten seconds; a database that hangs must not take the other figures with it. */
const READ_TIMEOUT_MS = 3_000;

/** Figures that lie somewhere else, in the database or in NATS. */
export interface Reading {
  /** Of the label `reading`, e.g. `outbox`. */
  name: string;
  /** What `read` fills; empty while it can't be read: an old figure would be believed. */
  gauges: readonly Gauge[];
  read(): Promise<void>;
  /** How long a figure is good for; 10 s unless given. */
  freshMs?: number;
}

/**
 * What this process has counted, and what it can look up, for Prometheus. Names begin with `casement_`; a unit ends
 * them (`_seconds`, `_total`). Labels take few values: never an id, an address or a text that a user typed.
 *
 * @example
 * constructor(metrics: Metrics) {
 *   this.paid = metrics.counter({ name: PAID, help: 'Top-ups paid.' });
 * }
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly readings: { reading: Reading; goodUntil: number; running?: Promise<void> }[] =
    [];
  private readonly readable = this.gauge({
    name: 'casement_reading_up',
    help: '1 when the figures of this group could be read, 0 when not.',
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

  /** Memory, processor time and event loop of this process; once, by the process itself. */
  addProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Figures read on each scrape; they cost nothing until then. */
  addReading(reading: Reading): void {
    this.readings.push({ reading, goodUntil: 0 });
  }

  /** All of it, in the format of Prometheus. */
  async text(): Promise<string> {
    await Promise.all(this.readings.map((one) => this.refresh(one)));
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  private async refresh(entry: Metrics['readings'][number]): Promise<void> {
    const { reading } = entry;
    if (Date.now() < entry.goodUntil) return;
    // One that hangs is waited for again, not asked a second time.
    entry.running ??= reading.read().finally(() => delete entry.running);
    try {
      await withTimeout(READ_TIMEOUT_MS, entry.running);
      entry.goodUntil = Date.now() + (reading.freshMs ?? FRESH_MS);
      this.readable.set({ reading: reading.name }, 1);
    } catch (err) {
      log.warn({ err, reading: reading.name }, 'figures could not be read');
      for (const gauge of reading.gauges) gauge.reset();
      this.readable.set({ reading: reading.name }, 0);
    }
  }
}
