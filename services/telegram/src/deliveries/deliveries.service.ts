import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { isId } from '@casement/common/data/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import type { DeliveriesQuery } from '@casement/proto/http/telegram.js';
import { deliveryErrors } from './deliveries.errors.js';
import { DeliveriesRepository, type DeliveryRow } from './deliveries.repository.js';

/** The delivery log: the outcome of every notice. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly db: Database,
    private readonly deliveries: DeliveriesRepository,
    private readonly users: UserDirectory,
    private readonly audit: Audit,
  ) {}

  /** @returns a page, newest first, and the names of its users as far as auth knows them */
  async page(
    query: DeliveriesQuery,
  ): Promise<ListPage<DeliveryRow> & { names: Map<string, string> }> {
    const page = await this.deliveries.page(query);
    return { ...page, names: await this.users.names(page.rows.map(({ userId }) => userId)) };
  }

  /** @throws NOT_FOUND, NOTICE_NOT_FAILED */
  async retry(id: string): Promise<void> {
    if (!isId(id)) throw deliveryErrors.notFound();
    await this.db.transaction(async (tx) => {
      const delivery = await this.deliveries.find(tx, id);
      if (!delivery) throw deliveryErrors.notFound();
      if (delivery.status !== 'failed') throw deliveryErrors.notFailed();
      await this.deliveries.sendAgain(tx, id);
      await this.audit.record(tx, { action: 'notice.retried', target: `notice:${id}` });
    });
  }
}
