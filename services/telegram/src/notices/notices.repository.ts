import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import type { EventContext } from '@casement/common/messaging/event-context.js';
import type { BotName } from '../bots/bot-name.js';
import { DeletedUsersService } from '../deleted-users/deleted-users.service.js';
import type { NoticeEntity } from './notice.entity.js';

/** An answer in a chat is of no use later. */
const REPLY_LIVES = `interval '10 minutes'`;

export interface Reply {
  bot: BotName;
  chatId: string;
  /** The user whose chat it is, for the order among their notices; null where it is nobody's. */
  userId: string | null;
  html: string;
}

/** Where everything waits that is to be sent: written in the transaction of its cause. */
@Injectable()
export class NoticesRepository {
  private tellSender: () => void = () => undefined;

  constructor(
    private readonly db: Database,
    private readonly deletedUsers: DeletedUsersService,
  ) {}

  /** @param listener called when this process has added something; its transaction may still be open */
  onAdded(listener: () => void): void {
    this.tellSender = listener;
  }

  /** The event's own id makes a second delivery harmless; a deleted user is told nothing more. */
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
    this.tellSender();
  }

  async reply(tx: EntityManager, { bot, chatId, userId, html }: Reply): Promise<void> {
    await tx.query(
      `INSERT INTO notice (id, user_id, kind, content, bot, chat_id, occurred_at, give_up_at)
       VALUES ($1, $2, 'reply', $3, $4, $5, now(), now() + ${REPLY_LIVES})`,
      [newId(), userId, { html }, bot, chatId],
    );
    this.tellSender();
  }

  /** What a user was told last, newest first. */
  latest(
    userId: string,
    most: number,
  ): Promise<Pick<NoticeEntity, 'kind' | 'content' | 'occurredAt'>[]> {
    return this.db.query(
      `SELECT kind, content, occurred_at AS "occurredAt" FROM notice
        WHERE user_id = $1 AND kind <> 'reply' ORDER BY id DESC LIMIT $2`,
      [userId, most],
    );
  }
}
