import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { isId } from '@casement/common/data/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { FailedJobs } from '@casement/common/platform/operations/failed-jobs.js';
import { operationsErrors } from '@casement/common/platform/operations/operations.errors.js';
import { CallbacksRepository } from './callbacks.repository.js';

/** Lists callbacks that could not be processed among the failed jobs. */
@Injectable()
export class PendingCallbacks {
  constructor(failed: FailedJobs, callbacks: CallbacksRepository, db: Database, audit: Audit) {
    failed.add({
      kind: 'payment-callback',
      list: async (limit) => {
        const { rows, total } = await callbacks.listFailed(limit);
        // The reason is in the log only: the error of a payment may identify its user.
        const error = 'It could not be processed; the reason is in the billing log';
        return { total, rows: rows.map((row) => ({ ...row, title: 'tripay', error })) };
      },
      retry: async (id) => {
        if (!isId(id)) throw operationsErrors.jobNotFound();
        await db.transaction(async (tx) => {
          if (!(await callbacks.retryNow(tx, id))) throw operationsErrors.jobNotFound();
          await audit.record(tx, { action: 'callback.retried', target: `callback:${id}` });
        });
      },
    });
  }
}
