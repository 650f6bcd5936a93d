import { migrate } from '@casement/common/platform/bootstrap/migrate.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { BillingConfig } from './config.js';
import { billingMigrations } from './database/migrations.js';

await migrate({
  name: 'billing',
  config: BillingConfig,
  migrations: [...commonMigrations, ...billingMigrations],
});
