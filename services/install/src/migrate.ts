import { migrate } from '@casement/common/platform/bootstrap/migrate.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { InstallConfig } from './config.js';
import { installMigrations } from './database/migrations.js';

await migrate({
  name: 'install',
  config: InstallConfig,
  migrations: [...commonMigrations, ...installMigrations],
});
