import type { MigrationClass } from './data-source.js';
import { StartCommon1700000000000 } from './migrations/1700000000000-start-common.js';
import { IdempotencyKey1797420000000 } from './migrations/1797420000000-idempotency-key.js';
import { Throttle1797600000000 } from './migrations/1797600000000-throttle.js';

/** Migrations that come first in every service's list. */
export const commonMigrations: readonly MigrationClass[] = [
  StartCommon1700000000000,
  IdempotencyKey1797420000000,
  Throttle1797600000000,
];
