import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { Database } from '@casement/common/data/database/database.js';
import { one } from '@casement/common/data/database/sql.js';

/** Seconds. Hours mean a lost callback or a late payment. */
const BUCKETS = [1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 86_400];

const reviewsRow = z.object({ reviews: z.number() });

@Injectable()
export class PaymentMetrics implements OnModuleInit {
  private readonly delay;

  constructor(
    private readonly metrics: Metrics,
    private readonly db: Database,
  ) {
    this.delay = metrics.histogram({
      name: 'casement_payment_delay_seconds',
      help: 'From the moment of payment, as the provider reports it, until the quota was credited.',
      buckets: BUCKETS,
    });
  }

  onModuleInit(): void {
    const gauge = this.metrics.gauge({
      name: 'casement_topups_in_review',
      help: 'Top-ups whose money an administrator must look at.',
    });
    const sql = 'SELECT count(*)::int AS reviews FROM topup WHERE review IS NOT NULL';
    const read = async () => gauge.set((await one(this.db.manager, reviewsRow, sql)).reviews);
    this.metrics.addReading({ name: 'payments', gauges: [gauge], read });
  }

  /** @param paidAt as the provider reports it */
  credited(paidAt: Date): void {
    this.delay.observe(Math.max(0, (Date.now() - paidAt.getTime()) / 1000));
  }
}
