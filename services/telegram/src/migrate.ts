import { migrate } from '@casement/common/bootstrap/migrate.js';
import { commonMigrations } from '@casement/common/database/common-migrations.js';
import { TelegramConfig } from './config.js';
import { telegramMigrations } from './database/migrations.js';

await migrate({
  name: 'telegram',
  config: TelegramConfig,
  migrations: [...commonMigrations, ...telegramMigrations],
});
