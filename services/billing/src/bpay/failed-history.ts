import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { SqlGauges } from '@casement/common/data/database/sql-gauges.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { FailedJobs } from '@casement/common/platform/operations/failed-jobs.js';
import { operationsErrors } from '@casement/common/platform/operations/operations.errors.js';
import { HistoryStateRepository } from './history-state.repository.js';
import { TransferHistory } from './transfer-history.service.js';
import { UnreadableRowsRepository } from './unreadable-rows.repository.js';

const HISTORY_ID = 'history';

/**
 * Lists history fetch errors and unreadable history rows among billing's failed jobs. A retry repeats the fetch, and
 * a row that is still unreadable reappears.
 */
@Injectable()
export class FailedHistory {
  constructor(
    private readonly db: Database,
    private readonly audit: Audit,
    private readonly state: HistoryStateRepository,
    private readonly unreadable: UnreadableRowsRepository,
    private readonly history: TransferHistory,
    failed: FailedJobs,
    gauges: SqlGauges,
  ) {
    failed.add({
      kind: 'binance-history',
      list: () => this.listFailure(),
      retry: () => this.retryHistory(),
    });
    failed.add({
      kind: 'binance-row',
      list: (limit) => unreadable.list(limit),
      retry: (id) => this.retryRow(id),
    });
    gauges.add({
      reading: 'binance-history',
      gauges: {
        unreadable: {
          name: 'casement_binance_rows_unreadable',
          help: 'Rows of the Binance history with an unreadable field.',
        },
        failures: {
          name: 'casement_binance_history_failures',
          help: 'Failed fetches of the Binance history since the last complete fetch.',
        },
      },
      sql: `SELECT (SELECT count(*) FROM bpay_unreadable_row) AS unreadable, failures FROM bpay_history`,
    });
  }

  private async listFailure() {
    const found = await this.state.failure();
    if (!found) return { total: 0, rows: [] };
    const { failure, since, failures } = found;
    const row = { id: HISTORY_ID, title: 'binance', error: failure, attempts: failures, since };
    return { total: 1, rows: [row] };
  }

  private async retryHistory(): Promise<void> {
    await this.db.transaction((tx) =>
      this.audit.record(tx, {
        action: 'binance-history.retried',
        target: `binance-history:${HISTORY_ID}`,
      }),
    );
    await this.history.refresh();
  }

  private async retryRow(fingerprint: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const removed = await this.unreadable.remove([fingerprint], tx);
      if (removed === 0) throw operationsErrors.jobNotFound();
      await this.state.scheduleReread(tx);
      await this.audit.record(tx, {
        action: 'binance-row.retried',
        target: `binance-row:${fingerprint}`,
      });
    });
    await this.history.refresh();
  }
}
