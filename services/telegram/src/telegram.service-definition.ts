import { defineService } from '@casement/common/platform/bootstrap/service-definition.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { AnnouncementEntity } from './announcements/announcement.entity.js';
import { AppModule } from './app.module.js';
import { BotEntity } from './bots/bot.entity.js';
import { TelegramConfig } from './config.js';
import { telegramMigrations } from './database/migrations.js';
import { LinkEntity } from './chats/link.entity.js';
import { SettingEntity } from './settings/setting.entity.js';

export const telegram = defineService({
  name: 'telegram',
  config: TelegramConfig,
  module: AppModule,
  database: {
    entities: [AnnouncementEntity, BotEntity, LinkEntity, SettingEntity],
    migrations: [...commonMigrations, ...telegramMigrations],
  },
  grpc: {
    packages: ['casement.telegram.v1'],
    protos: ['casement/telegram/v1/telegram_service.proto'],
  },
});
