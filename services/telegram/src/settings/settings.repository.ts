import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import type { NoticeChannel, NoticeEvent } from '@casement/proto/http/telegram/telegram.js';
import { isChoice, NOTICE_EVENTS, type ChannelChoice } from './notice-events.js';
import { SettingEntity } from './setting.entity.js';

@Injectable()
export class SettingsRepository {
  constructor(private readonly db: Database) {}

  async of(userId: string): Promise<Map<NoticeEvent, ChannelChoice>> {
    const chosen = await this.db.manager
      .createQueryBuilder(SettingEntity, 's')
      .where('s.user_id = :userId', { userId })
      .andWhere(isChoice('s'))
      .getMany();
    return new Map(chosen.map(({ event, telegram, email }) => [event, { telegram, email }]));
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
    const other = channel === 'email' ? 'telegram' : 'email';
    await execute(
      tx,
      `INSERT INTO notice_setting AS s (user_id, event, telegram, email, opt_in) VALUES ($1, $2, $3, $4, true)
       ON CONFLICT (user_id, event) DO UPDATE SET ${channel} = excluded.${channel}, opt_in = true,
         ${other} = CASE WHEN ${isChoice('s')} THEN s.${other} ELSE excluded.${other} END`,
      [userId, event, telegram, email],
    );
  }

  async reset(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(SettingEntity, { userId });
  }
}
