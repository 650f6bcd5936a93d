import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { Metrics } from '@casement/common/metrics/metrics.js';

/** From paid to credited; hours are a callback that never came, or a late payment. */
const BUCKETS = [1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 86_400];

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
      help: 'From the moment of payment, as the provider says it, until the quota was credited.',
      buckets: BUCKETS,
    });
    this.callbacks = metrics.gauge({
      name: 'casement_callbacks_waiting',
      help: 'Signed callbacks that are stored and not worked yet.',
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

  /** @param paidAt as the provider says it */
  credited(paidAt: Date): void {
    this.delay.observe(Math.max(0, (Date.now() - paidAt.getTime()) / 1000));
  }

  private async read(): Promise<void> {
    const [row] = await this.db.query<{ waiting: string; oldest: string; reviews: string }>(
      `SELECT count(*) AS waiting,
              coalesce(extract(epoch FROM now() - min(received_at)), 0) AS oldest,
              (SELECT count(*) FROM topup WHERE review IS NOT NULL) AS reviews
         FROM gateway_callback WHERE processed_at IS NULL`,
    );
    this.callbacks.set(Number(row.waiting));
    this.oldestCallback.set(Math.max(0, Number(row.oldest)));
    this.reviews.set(Number(row.reviews));
  }
}
