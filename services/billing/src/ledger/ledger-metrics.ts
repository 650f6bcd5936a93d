import { Injectable } from '@nestjs/common';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { SqlGauges } from '@casement/common/data/database/sql-gauges.js';
import { invariants } from '../books/invariants.js';

/** The statement reads every ledger entry: half a second per million. */
const FRESH_MS = 600_000;

/** Consistency of the books between two runs of `verify`. */
@Injectable()
export class LedgerMetrics {
  constructor(metrics: Metrics, gauges: SqlGauges) {
    const checkedAt = metrics.gauge({
      name: 'casement_ledger_checked_timestamp_seconds',
      help: 'When that was found out (Unix time); every ten minutes.',
    });
    gauges.add({
      reading: 'ledger',
      gauges: {
        unequal: {
          name: 'casement_ledger_unequal_balances',
          help: 'Balances that are not the sum of their ledger entries. Anything but 0 is a defect.',
        },
      },
      sql: `SELECT count(*) AS unequal FROM (${invariants['a balance is the sum of its ledger']}) finding`,
      freshMs: FRESH_MS,
      // Kept apart because the gauges above are reset when the statement fails; the time must survive that.
      onRead: () => checkedAt.set(Date.now() / 1000),
    });
  }
}
