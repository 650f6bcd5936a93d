import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { row } from '@casement/common/data/database/sql.js';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { invariants } from './invariants.js';

/** Cached because it reads the whole ledger: half a second for a million entries. */
const FRESH_MS = 600_000;

const unequalRow = z.object({ unequal: z.number() });

@Injectable()
export class BooksMetrics implements OnModuleInit {
  private readonly unequal;
  private readonly checkedAt;

  constructor(
    private readonly metrics: Metrics,
    private readonly db: Database,
  ) {
    this.unequal = metrics.gauge({
      name: 'casement_ledger_unequal_balances',
      help: 'Balances that are not the sum of their ledger entries. Anything but 0 is a defect.',
    });
    this.checkedAt = metrics.gauge({
      name: 'casement_ledger_checked_timestamp_seconds',
      help: 'When that was found out (Unix time); every ten minutes.',
    });
  }

  onModuleInit(): void {
    this.metrics.addReading({
      name: 'ledger',
      gauges: [this.unequal],
      freshMs: FRESH_MS,
      read: () => this.read(),
    });
  }

  private async read(): Promise<void> {
    const found = await row(
      this.db.manager,
      unequalRow,
      `SELECT count(*)::int AS unequal FROM (${invariants['a balance is the sum of its ledger']}) finding`,
    );
    this.unequal.set(found?.unequal ?? 0);
    this.checkedAt.set(Date.now() / 1000);
  }
}
