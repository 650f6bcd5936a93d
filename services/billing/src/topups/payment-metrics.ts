import { Injectable } from '@nestjs/common';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { SqlGauges } from '@casement/common/data/database/sql-gauges.js';

/** Seconds from the payment to its credit. Hours indicate a lost callback or a late payment. */
const BUCKETS = [1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 86_400];

@Injectable()
export class PaymentMetrics {
  private readonly delay;

  constructor(metrics: Metrics, gauges: SqlGauges) {
    this.delay = metrics.histogram({
      name: 'casement_payment_delay_seconds',
      help: 'Time from the payment, as reported by the provider, to the credit of the quota.',
      buckets: BUCKETS,
    });
    gauges.add({
      reading: 'payments',
      gauges: {
        reviews: {
          name: 'casement_topups_in_review',
          help: 'Top-ups that wait for a review by an administrator.',
        },
      },
      sql: 'SELECT count(*) AS reviews FROM topup WHERE review IS NOT NULL',
    });
  }

  /** @param paidAt time reported by the provider */
  credited(paidAt: Date): void {
    this.delay.observe(Math.max(0, (Date.now() - paidAt.getTime()) / 1000));
  }
}
