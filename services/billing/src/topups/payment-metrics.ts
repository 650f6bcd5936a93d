import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { row } from '@casement/common/data/database/sql.js';
import { Metrics } from '@casement/common/core/metrics/metrics.js';

/** From paid to credited; hours are a callback that never came, or a late payment. */
const BUCKETS = [1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 86_400];

const waitingRow = z.object({ callbacks: z.number(), oldest: z.number(), reviews: z.number() });

/** How fast money becomes quota, and what of it waits. */
@Injectable()
export class PaymentMetrics implements OnModuleInit {
  private readonly delay;
  private readonly callbacks;
  private readonly oldestCallback;
  private readonly reviews;

  constructor(
    private readonly metrics: Metrics,
    private readonly db: Database,
  ) {
    this.delay = metrics.histogram({
      name: 'casement_payment_delay_seconds',
      help: 'From the moment of payment, as the provider reports it, until the quota was credited.',
      buckets: BUCKETS,
    });
    this.callbacks = metrics.gauge({
      name: 'casement_callbacks_waiting',
      help: 'Signed callbacks that are stored and not processed yet.',
    });
    this.oldestCallback = metrics.gauge({
      name: 'casement_callbacks_oldest_seconds',
      help: 'For how long the oldest of them has waited; 0 without one.',
    });
    this.reviews = metrics.gauge({
      name: 'casement_topups_in_review',
      help: 'Top-ups whose money an administrator must look at.',
    });
  }

  onModuleInit(): void {
    const gauges = [this.callbacks, this.oldestCallback, this.reviews];
    this.metrics.addReading({ name: 'payments', gauges, read: () => this.read() });
  }

  /** @param paidAt as the provider reports it */
  credited(paidAt: Date): void {
    this.delay.observe(Math.max(0, (Date.now() - paidAt.getTime()) / 1000));
  }

  private async read(): Promise<void> {
    const waiting = await row(
      this.db.manager,
      waitingRow,
      `SELECT count(*)::int AS callbacks,
              coalesce(extract(epoch FROM now() - min(received_at)), 0)::float8 AS oldest,
              (SELECT count(*)::int FROM topup WHERE review IS NOT NULL) AS reviews
         FROM gateway_callback WHERE processed_at IS NULL`,
    );
    if (!waiting) return;
    this.callbacks.set(waiting.callbacks);
    this.oldestCallback.set(Math.max(0, waiting.oldest));
    this.reviews.set(waiting.reviews);
  }
}
