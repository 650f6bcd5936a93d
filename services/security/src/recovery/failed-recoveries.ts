import { Injectable } from '@nestjs/common';
import { isId } from '@casement/common/data/database/new-id.js';
import { FailedJobs } from '@casement/common/platform/operations/failed-jobs.js';
import { RecoveriesRepository } from './recoveries.repository.js';
import { recoveryErrors } from './recovery.errors.js';
import { RecoveryService } from './recovery.service.js';

/** Lists permanently failed recoveries among the failed jobs of this service. */
@Injectable()
export class FailedRecoveries {
  constructor(failed: FailedJobs, repository: RecoveriesRepository, recoveries: RecoveryService) {
    failed.add({
      kind: 'recovery',
      list: async (pageSize) => {
        const { rows, total } = await repository.page({ status: 'failed', page: 1, pageSize });
        return {
          total,
          rows: rows.map(({ id, recoveryType, error, attempts, startedAt }) => ({
            id,
            title: recoveryType,
            error,
            attempts,
            since: startedAt,
          })),
        };
      },
      retry: async (id) => {
        if (!isId(id)) throw recoveryErrors.notFound();
        await recoveries.retry(id);
      },
    });
  }
}
