import type { MigrationClass } from './data-source.js';
import { CommonTables1700000000000 } from './migrations/1700000000000-common-tables.js';

/** First in every service's list: outbox, inbox and dead letters. */
export const commonMigrations: readonly MigrationClass[] = [CommonTables1700000000000];
