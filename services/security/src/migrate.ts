import { migrate } from '@casement/common/bootstrap/migrate.js';
import { commonMigrations } from '@casement/common/database/common-migrations.js';
import { SecurityConfig } from './config.js';
import { securityMigrations } from './database/migrations.js';

await migrate({
  name: 'security',
  config: SecurityConfig,
  migrations: [...commonMigrations, ...securityMigrations],
});
