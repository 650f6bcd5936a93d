import { Injectable } from '@nestjs/common';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { isId } from '@casement/common/data/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { FailedJobs } from '@casement/common/platform/operations/failed-jobs.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import type { DeliveriesQuery } from '@casement/proto/http/telegram/telegram.js';
import { DeliveriesRepository, type DeliveryRow } from './deliveries.repository.js';

export type { DeliveryRow };

const notFound = () => new DomainError('not_found', 'NOT_FOUND', 'Delivery not found');

/** Delivery log of all notices. Failed notices are also listed among the failed jobs. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly db: Database,
    private readonly deliveries: DeliveriesRepository,
    private readonly users: UserDirectory,
    private readonly audit: Audit,
    failedJobs: FailedJobs,
  ) {
    failedJobs.add({
      kind: 'notice',
      list: async (limit) => {
        const { total, rows } = await deliveries.failed(limit);
        const jobs = rows.map(({ id, kind, error, attempts, createdAt }) => ({
          id,
          title: kind,
          error: error ?? '',
          attempts,
          since: createdAt,
        }));
        return { total, rows: jobs };
      },
      retry: (id) => this.retry(id),
    });
  }

  /** @returns a page, newest first, and the names of its users if auth knows them */
  async page(
    query: DeliveriesQuery,
  ): Promise<ListPage<DeliveryRow> & { names: Map<string, string> }> {
    const page = await this.deliveries.page(query);
    return { ...page, names: await this.users.names(page.rows.map(({ userId }) => userId)) };
  }

  /** @throws NOT_FOUND, NOTICE_NOT_FAILED */
  async retry(id: string): Promise<void> {
    if (!isId(id)) throw notFound();
    await this.db.transaction(async (tx) => {
      const delivery = await this.deliveries.find(tx, id);
      if (!delivery) throw notFound();
      if (delivery.status !== 'failed') {
        const message = 'Only a notification that failed can be sent again.';
        throw new DomainError('conflict', 'NOTICE_NOT_FAILED', message);
      }
      await this.deliveries.restart(tx, id);
      await this.audit.record(tx, { action: 'notice.retried', target: `notice:${id}` });
    });
  }
}
