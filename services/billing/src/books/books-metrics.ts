import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { Database } from '@casement/common/data/database/database.js';
import { one } from '@casement/common/data/database/sql.js';
import { invariants } from './invariants.js';

/** Reading the whole ledger takes half a second per million entries. */
const FRESH_MS = 600_000;

const unequalRow = z.object({ unequal: z.number() });

@Injectable()
export class BooksMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly db: Database,
  ) {}

  onModuleInit(): void {
    const unequal = this.metrics.gauge({
      name: 'casement_ledger_unequal_balances',
      help: 'Balances that are not the sum of their ledger entries. Anything but 0 is a defect.',
    });
    const checkedAt = this.metrics.gauge({
      name: 'casement_ledger_checked_timestamp_seconds',
      help: 'When that was found out (Unix time); every ten minutes.',
    });
    const sql = `SELECT count(*)::int AS unequal FROM (${invariants['a balance is the sum of its ledger']}) finding`;
    const read = async () => {
      unequal.set((await one(this.db.manager, unequalRow, sql)).unequal);
      checkedAt.set(Date.now() / 1000);
    };
    this.metrics.addReading({ name: 'ledger', gauges: [unequal], freshMs: FRESH_MS, read });
  }
}
