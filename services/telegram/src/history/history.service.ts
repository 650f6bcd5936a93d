import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { DeletedUsersService } from '../deleted-users/deleted-users.service.js';
import { HistoryRepository, type NoticeRow } from './history.repository.js';

const notFound = () => new DomainError('not_found', 'NOT_FOUND', 'There is no such notification.');

export type { NoticeRow };

/** A user's notifications and how far they are read. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly db: Database,
    private readonly history: HistoryRepository,
    private readonly deletedUsers: DeletedUsersService,
  ) {}

  page({ userId }: Actor, query: PageQuery): Promise<ListPage<NoticeRow>> {
    return this.history.page(userId, query);
  }

  /** @throws NOT_FOUND, also for another user's notice */
  async read({ userId }: Actor, until: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (await this.deletedUsers.isDeleted(tx, userId)) throw notFound();
      if (!(await this.history.readUntil(tx, userId, until))) throw notFound();
    });
  }
}
