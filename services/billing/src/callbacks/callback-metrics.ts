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
          help: 'Signed callbacks that are stored but not yet processed.',
        },
        oldest: {
          name: 'casement_callbacks_oldest_seconds',
          help: 'Age of the oldest pending callback; 0 if there is none.',
        },
      },
      sql: `SELECT count(*) AS callbacks,
                   coalesce(extract(epoch FROM now() - min(received_at)), 0) AS oldest
              FROM gateway_callback WHERE processed_at IS NULL`,
    });
  }
}
