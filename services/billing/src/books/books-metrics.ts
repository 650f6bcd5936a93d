import { Injectable } from '@nestjs/common';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { SqlGauges } from '@casement/common/data/database/sql-gauges.js';
import { invariants } from './invariants.js';

/** Maximum age of a cached result, because reading the entire ledger takes half a second per million entries. */
const CACHE_MS = 600_000;

@Injectable()
export class BooksMetrics {
  constructor(metrics: Metrics, gauges: SqlGauges) {
    const checkedAt = metrics.gauge({
      name: 'casement_ledger_checked_timestamp_seconds',
      help: 'Unix time of the last balance check, which runs every ten minutes.',
    });
    gauges.add({
      reading: 'ledger',
      gauges: {
        unequal: {
          name: 'casement_ledger_unequal_balances',
          help: 'Balances that differ from the sum of their ledger entries. Any value other than 0 is a defect.',
        },
      },
      sql: `SELECT count(*) AS unequal FROM (${invariants['a balance is the sum of its ledger']}) finding`,
      cacheMs: CACHE_MS,
      onRead: () => checkedAt.set(Date.now() / 1000),
    });
  }
}
