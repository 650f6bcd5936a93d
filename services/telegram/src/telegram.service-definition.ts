import { defineService } from '@casement/common/bootstrap/service-definition.js';
import { commonMigrations } from '@casement/common/database/common-migrations.js';
import { AppModule } from './app.module.js';
import { BotEntity } from './bots/bot.entity.js';
import { TelegramConfig } from './config.js';
import { StartTelegram1763720000000 } from './database/migrations/1763720000000-start-telegram.js';
import { EraseUsers1763830000000 } from './database/migrations/1763830000000-erase-users.js';
import { AddBots1795255000000 } from './database/migrations/1795255000000-add-bots.js';
import { AddLanguages1795330000000 } from './database/migrations/1795330000000-add-languages.js';
import { FollowInstalls1795331000000 } from './database/migrations/1795331000000-follow-installs.js';
import { LinkEntity } from './links/link.entity.js';
import { NoticeEntity } from './notices/notice.entity.js';
import { SettingEntity } from './settings/setting.entity.js';

export const telegram = defineService({
  name: 'telegram',
  config: TelegramConfig,
  module: AppModule,
  database: {
    entities: [BotEntity, LinkEntity, NoticeEntity, SettingEntity],
    migrations: [
      ...commonMigrations,
      StartTelegram1763720000000,
      EraseUsers1763830000000,
      AddBots1795255000000,
      AddLanguages1795330000000,
      FollowInstalls1795331000000,
    ],
  },
  grpc: {
    packages: ['casement.telegram.v1'],
    protos: ['casement/telegram/v1/telegram_service.proto'],
  },
});
