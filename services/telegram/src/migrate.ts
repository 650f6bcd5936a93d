import { migrate } from '@casement/common/platform/bootstrap/migrate.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { TelegramConfig } from './config.js';
import { telegramMigrations } from './database/migrations.js';

await migrate({
  name: 'telegram',
  config: TelegramConfig,
  migrations: [...commonMigrations, ...telegramMigrations],
});
