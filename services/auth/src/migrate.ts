import { migrate } from '@casement/common/bootstrap/migrate.js';
import { commonMigrations } from '@casement/common/database/common-migrations.js';
import { AuthConfig } from './config.js';
import { authMigrations } from './database/migrations.js';

await migrate({
  name: 'auth',
  config: AuthConfig,
  migrations: [...commonMigrations, ...authMigrations],
});
