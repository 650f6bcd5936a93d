import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import type { NoticeChannel, NoticeEvent } from '@casement/proto/http/telegram/telegram.js';
import { NOTICE_EVENTS, type ChannelChoice } from './notice-events.js';
import { SettingEntity } from './setting.entity.js';

@Injectable()
export class SettingsRepository {
  constructor(private readonly db: Database) {}

  async of(userId: string): Promise<Map<NoticeEvent, ChannelChoice>> {
    const rows = await this.db.manager.findBy(SettingEntity, { userId });
    return new Map(rows.map(({ event, telegram, email }) => [event, { telegram, email }]));
  }

  async set(
    tx: EntityManager,
    userId: string,
    event: NoticeEvent,
    channel: NoticeChannel,
    enabled: boolean,
  ): Promise<void> {
    const defaults = NOTICE_EVENTS[event];
    const telegram = channel === 'telegram' ? enabled : defaults.telegram;
    const email = channel === 'email' ? enabled : defaults.email;
    await execute(
      tx,
      `INSERT INTO notice_setting (user_id, event, telegram, email) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, event) DO UPDATE SET ${channel === 'email' ? 'email = $4' : 'telegram = $3'}`,
      [userId, event, telegram, email],
    );
  }

  async reset(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(SettingEntity, { userId });
  }
}
