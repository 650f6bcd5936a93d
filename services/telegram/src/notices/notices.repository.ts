import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import type { EventContext } from '@casement/common/messaging/event-context.js';
import type { BotName } from '../bots/bot-name.js';
import { DeletedUsersService } from '../users/deleted-users.service.js';
import type { NoticeEntity } from './notice.entity.js';

/** An answer in a chat is of no use later. */
const REPLY_LIFETIME = `interval '10 minutes'`;

export interface Reply {
  bot: BotName;
  chatId: string;
  /** The user whose chat it is, for the order among their notices; null without a user. */
  userId: string | null;
  html: string;
}

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
      await tx.query(
        `INSERT INTO notice (id, event_id, user_id, kind, content, occurred_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (event_id) DO NOTHING`,
        [newId(), event.id, notice.userId, notice.kind, notice.content, event.occurredAt],
      );
    });
    this.notifySender();
  }

  async reply(tx: EntityManager, { bot, chatId, userId, html }: Reply): Promise<void> {
    await tx.query(
      `INSERT INTO notice (id, user_id, kind, content, bot, chat_id, occurred_at, give_up_at)
       VALUES ($1, $2, 'reply', $3, $4, $5, now(), now() + ${REPLY_LIFETIME})`,
      [newId(), userId, { html }, bot, chatId],
    );
    this.notifySender();
  }

  /** A user's latest notices, newest first. */
  latest(
    userId: string,
    limit: number,
  ): Promise<Pick<NoticeEntity, 'kind' | 'content' | 'occurredAt'>[]> {
    return this.db.query(
      `SELECT kind, content, occurred_at AS "occurredAt" FROM notice
        WHERE user_id = $1 AND kind <> 'reply' ORDER BY id DESC LIMIT $2`,
      [userId, limit],
    );
  }
}
