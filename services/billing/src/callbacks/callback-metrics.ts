import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { Database } from '@casement/common/data/database/database.js';
import { one } from '@casement/common/data/database/sql.js';

const waitingRow = z.object({ callbacks: z.number(), oldest: z.number() });

@Injectable()
export class CallbackMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly db: Database,
  ) {}

  onModuleInit(): void {
    const waiting = this.metrics.gauge({
      name: 'casement_callbacks_waiting',
      help: 'Signed callbacks that are stored and not processed yet.',
    });
    const oldest = this.metrics.gauge({
      name: 'casement_callbacks_oldest_seconds',
      help: 'For how long the oldest of them has waited; 0 without one.',
    });
    const read = async () => {
      const found = await one(
        this.db.manager,
        waitingRow,
        `SELECT count(*)::int AS callbacks,
                coalesce(extract(epoch FROM now() - min(received_at)), 0)::float8 AS oldest
           FROM gateway_callback WHERE processed_at IS NULL`,
      );
      waiting.set(found.callbacks);
      oldest.set(Math.max(0, found.oldest));
    };
    this.metrics.addReading({ name: 'callbacks', gauges: [waiting, oldest], read });
  }
}
