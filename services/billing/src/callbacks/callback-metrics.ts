import { Injectable } from '@nestjs/common';
import { SqlGauges } from '@casement/common/data/database/sql-gauges.js';

@Injectable()
export class CallbackMetrics {
  constructor(gauges: SqlGauges) {
    gauges.add({
      reading: 'callbacks',
      gauges: {
        callbacks: {
          name: 'casement_callbacks_waiting',
          help: 'Signed callbacks that are stored and not processed yet.',
        },
        oldest: {
          name: 'casement_callbacks_oldest_seconds',
          help: 'Age of the oldest waiting callback; 0 without one.',
        },
      },
      sql: `SELECT count(*) AS callbacks,
                   coalesce(extract(epoch FROM now() - min(received_at)), 0) AS oldest
              FROM gateway_callback WHERE processed_at IS NULL`,
    });
  }
}
