import type { MigrationClass } from './data-source.js';
import { CommonTables1700000000000 } from './migrations/1700000000000-common-tables.js';
import { OutsideTests1795420000000 } from './migrations/1795420000000-outside-tests.js';
import { Leases1795430000000 } from './migrations/1795430000000-leases.js';
import { DependencyTests1795430000001 } from './migrations/1795430000001-dependency-tests.js';

/** First in every service's list: outbox, inbox, dead letters, tests of dependencies and leases. */
export const commonMigrations: readonly MigrationClass[] = [
  CommonTables1700000000000,
  OutsideTests1795420000000,
  Leases1795430000000,
  DependencyTests1795430000001,
];
