import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { DeletedUsersService } from '../users/deleted-users.service.js';
import { historyErrors } from './history.errors.js';
import { HistoryRepository, type NoticeRow } from './history.repository.js';

/** What a user was notified of, and how far they have read it. */
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
      if (await this.deletedUsers.isDeleted(tx, userId)) throw historyErrors.notFound();
      if (!(await this.history.readUntil(tx, userId, until))) throw historyErrors.notFound();
    });
  }
}
