import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, rows } from '@casement/common/data/database/sql.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { EventContext } from '@casement/common/messaging/event-context.js';
import type { BotName } from '../bots/bot-name.js';
import { DeletedUsersService } from '../deleted-users/deleted-users.service.js';
import { NOTICE_LIFETIME, REPLY_LIFETIME } from './lifetime.js';
import { noticeContent, noticeKind, type NoticeEntity } from './notice.entity.js';

export interface Reply {
  bot: BotName;
  chatId: string;
  /** The user whose chat it is, for the order among their notices; null without a user. */
  userId: string | null;
  html: string;
}

const latestRow = z.object({
  kind: noticeKind,
  content: noticeContent,
  occurredAt: z.date(),
});

/** All messages to be sent, written in the transaction of their cause. */
@Injectable()
export class NoticesRepository {
  private notifySender: () => void = () => undefined;

  constructor(
    private readonly db: Database,
    private readonly deletedUsers: DeletedUsersService,
  ) {}

  /** @param listener called when this process has added something; its transaction may still be open */
  onAdded(listener: () => void): void {
    this.notifySender = listener;
  }

  /** The event's own id makes a second delivery harmless; a deleted user gets no more notices. */
  async record(
    event: Pick<EventContext, 'id' | 'occurredAt'>,
    notice: Pick<NoticeEntity, 'kind' | 'content'> & { userId: string },
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (await this.deletedUsers.isDeleted(tx, notice.userId)) return;
      await execute(
        tx,
        `INSERT INTO notice (id, user_id, recipient, kind, content, occurred_at, give_up_at)
         VALUES ($1, $2::uuid, $2::uuid::text, $3, $4, $5, now() + ${NOTICE_LIFETIME}) ON CONFLICT (id) DO NOTHING`,
        [event.id, notice.userId, notice.kind, notice.content, event.occurredAt],
      );
    });
    this.notifySender();
  }

  async reply(tx: EntityManager, { bot, chatId, userId, html }: Reply): Promise<void> {
    await execute(
      tx,
      `INSERT INTO notice (id, user_id, recipient, kind, content, bot, chat_id, occurred_at, give_up_at)
       VALUES ($1, $2::uuid, coalesce($2::uuid::text, $5::bigint::text), 'reply', $3, $4, $5, now(), now() + ${REPLY_LIFETIME})`,
      [newId(), userId, { html }, bot, chatId],
    );
    this.notifySender();
  }

  /** A user's latest notices, newest first. */
  latest(userId: string, limit: number): Promise<z.infer<typeof latestRow>[]> {
    return rows(
      this.db.manager,
      latestRow,
      `SELECT kind, content, occurred_at AS "occurredAt" FROM notice
        WHERE user_id = $1 AND kind <> 'reply' ORDER BY id DESC LIMIT $2`,
      [userId, limit],
    );
  }
}
