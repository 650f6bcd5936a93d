import { migrate } from '@casement/common/platform/bootstrap/migrate.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { SecurityConfig } from './config.js';
import { securityMigrations } from './database/migrations.js';

await migrate({
  name: 'security',
  config: SecurityConfig,
  migrations: [...commonMigrations, ...securityMigrations],
});
