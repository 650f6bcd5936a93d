import { Injectable } from '@nestjs/common';
import { FailedJobs } from '@casement/common/platform/operations/failed-jobs.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';

/** Notices that failed, among the failed jobs of this service; the delivery log has them all. */
@Injectable()
export class FailedNotices {
  constructor(failed: FailedJobs, repository: DeliveriesRepository, deliveries: DeliveriesService) {
    failed.add({
      kind: 'notice',
      list: async (limit) => {
        const { total, rows } = await repository.failed(limit);
        return {
          total,
          rows: rows.map(({ id, kind, error, attempts, createdAt }) => ({
            id,
            title: kind,
            error: error ?? '',
            attempts,
            since: createdAt,
          })),
        };
      },
      retry: (id) => deliveries.retry(id),
    });
  }
}
