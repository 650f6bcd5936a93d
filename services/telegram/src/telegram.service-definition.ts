import { defineService } from '@casement/common/bootstrap/service-definition.js';
import { commonMigrations } from '@casement/common/database/common-migrations.js';
import { AppModule } from './app.module.js';
import { TelegramConfig } from './config.js';
import { StartTelegram1763720000000 } from './database/migrations/1763720000000-start-telegram.js';
import { EraseUsers1763830000000 } from './database/migrations/1763830000000-erase-users.js';
import { LinkEntity } from './links/link.entity.js';
import { NoticeEntity } from './notices/notice.entity.js';

export const telegram = defineService({
  name: 'telegram',
  config: TelegramConfig,
  module: AppModule,
  database: {
    entities: [LinkEntity, NoticeEntity],
    migrations: [...commonMigrations, StartTelegram1763720000000, EraseUsers1763830000000],
  },
  grpc: {
    packages: ['casement.telegram.v1'],
    protos: ['casement/telegram/v1/telegram_service.proto'],
  },
});
