import { migrate } from '@casement/common/platform/bootstrap/migrate.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { AuthConfig } from './config.js';
import { authMigrations } from './database/migrations.js';

await migrate({
  name: 'auth',
  config: AuthConfig,
  migrations: [...commonMigrations, ...authMigrations],
});
