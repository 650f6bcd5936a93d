import { migrate } from '@casement/common/bootstrap/migrate.js';
import { commonMigrations } from '@casement/common/database/common-migrations.js';
import { BillingConfig } from './config.js';
import { billingMigrations } from './database/migrations.js';

await migrate({
  name: 'billing',
  config: BillingConfig,
  migrations: [...commonMigrations, ...billingMigrations],
});
