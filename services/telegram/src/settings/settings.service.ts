import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import {
  noticeEvent,
  type NoticeSetting,
  type UpdateNoticeSettingRequest,
} from '@casement/proto/http/telegram/telegram.js';
import { DeletedUsersService } from '../deleted-users/deleted-users.service.js';
import { NOTICE_EVENTS } from './notice-events.js';
import { SettingsRepository } from './settings.repository.js';

@Injectable()
export class SettingsService {
  constructor(
    private readonly db: Database,
    private readonly settings: SettingsRepository,
    private readonly deletedUsers: DeletedUsersService,
  ) {}

  async list({ userId }: Pick<Actor, 'userId'>): Promise<NoticeSetting[]> {
    const chosen = await this.settings.of(userId);
    return noticeEvent.options.map((event) => {
      const { name, telegram, email } = { ...NOTICE_EVENTS[event], ...chosen.get(event) };
      return { event, name, telegram, email };
    });
  }

  async update(
    actor: Actor,
    { event, channel, enabled }: UpdateNoticeSettingRequest,
  ): Promise<NoticeSetting[]> {
    await this.db.transaction(async (tx) => {
      if (await this.deletedUsers.isDeleted(tx, actor.userId)) return;
      await this.settings.set(tx, actor.userId, event, channel, enabled);
    });
    return this.list(actor);
  }

  reset(tx: EntityManager, userId: string): Promise<void> {
    return this.settings.reset(tx, userId);
  }
}
