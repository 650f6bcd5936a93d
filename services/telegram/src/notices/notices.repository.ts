import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import type { EventContext } from '@casement/common/messaging/event-context.js';
import { DeletedUsersService } from '../deleted-users/deleted-users.service.js';
import type { NoticeEntity } from './notice.entity.js';

@Injectable()
export class NoticesRepository {
  constructor(
    private readonly db: Database,
    private readonly deletedUsers: DeletedUsersService,
  ) {}

  /** The event's own id makes a second delivery harmless; a deleted user is told nothing more. */
  async record(
    event: Pick<EventContext, 'id' | 'occurredAt'>,
    notice: Pick<NoticeEntity, 'userId' | 'kind' | 'content'>,
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (await this.deletedUsers.isDeleted(tx, notice.userId)) return;
      await tx.query(
        `INSERT INTO notice (id, event_id, user_id, kind, content, occurred_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (event_id) DO NOTHING`,
        [newId(), event.id, notice.userId, notice.kind, notice.content, event.occurredAt],
      );
    });
  }
}
