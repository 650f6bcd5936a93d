import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { isId } from '@casement/common/database/new-id.js';
import { DomainError } from '@casement/common/errors/domain-error.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { DeliveriesQuery } from '@casement/proto/http/telegram.js';
import { UsersDirectory } from '../neighbours/users-directory.js';
import { DeliveriesRepository, type DeliveryRow } from './deliveries.repository.js';

class DeliveryNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'Delivery not found');
  }
}

class DeliveryNotFailed extends DomainError {
  constructor() {
    super('conflict', 'NOTICE_NOT_FAILED', 'Only a notification that failed can be sent again.');
  }
}

/** The delivery log: what became of every notice. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly db: Database,
    private readonly deliveries: DeliveriesRepository,
    private readonly users: UsersDirectory,
    private readonly audit: Audit,
  ) {}

  /** @returns a page, newest first, and the names of its users as far as auth tells them */
  async page(
    query: DeliveriesQuery,
  ): Promise<{ rows: DeliveryRow[]; total: number; names: Map<string, string> }> {
    const [rows, total] = await Promise.all([
      this.deliveries.page(query),
      this.deliveries.count(query),
    ]);
    return { rows, total, names: await this.users.names(rows.map(({ userId }) => userId)) };
  }

  /** @throws NOT_FOUND, NOTICE_NOT_FAILED */
  async retry(id: string): Promise<void> {
    if (!isId(id)) throw new DeliveryNotFound();
    await this.db.transaction(async (tx) => {
      const delivery = await this.deliveries.find(tx, id);
      if (!delivery) throw new DeliveryNotFound();
      if (delivery.status !== 'failed') throw new DeliveryNotFailed();
      await this.deliveries.sendAgain(tx, id);
      await this.audit.record(tx, { action: 'notice.retried', target: `notice:${id}` });
    });
  }
}
