import { Injectable } from '@nestjs/common';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { SqlGauges } from '@casement/common/data/database/sql-gauges.js';

/** From paid to credited; hours are a callback that never came, or a late payment. */
const BUCKETS = [1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 86_400];

/** Delay between payment and credit, and payments that wait. */
@Injectable()
export class PaymentMetrics {
  private readonly delay;

  constructor(metrics: Metrics, gauges: SqlGauges) {
    this.delay = metrics.histogram({
      name: 'casement_payment_delay_seconds',
      help: 'From the moment of payment, as the provider reports it, until the quota was credited.',
      buckets: BUCKETS,
    });
    gauges.add({
      reading: 'payments',
      gauges: {
        callbacks: {
          name: 'casement_callbacks_waiting',
          help: 'Signed callbacks that are stored and not processed yet.',
        },
        oldest: {
          name: 'casement_callbacks_oldest_seconds',
          help: 'For how long the oldest of them has waited; 0 without one.',
        },
        reviews: {
          name: 'casement_topups_in_review',
          help: 'Top-ups whose money an administrator must look at.',
        },
      },
      sql: `SELECT count(*) AS callbacks,
              coalesce(extract(epoch FROM now() - min(received_at)), 0) AS oldest,
              (SELECT count(*) FROM topup WHERE review IS NOT NULL) AS reviews
         FROM gateway_callback WHERE processed_at IS NULL`,
    });
  }

  /** @param paidAt as the provider reports it */
  credited(paidAt: Date): void {
    this.delay.observe(Math.max(0, (Date.now() - paidAt.getTime()) / 1000));
  }
}
