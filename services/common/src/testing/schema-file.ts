import { readFile, writeFile } from 'node:fs/promises';
import type { MigrationClass } from '../data/database/data-source.js';
import { describeSchema } from './describe-schema.js';
import { testDatabase } from './test-database.js';

const HEADER = `-- Generated from the migrations by \`make schema\`; compared with them by the medium tests.
-- For reading: partitions of a partitioned table are made by time and are not listed.

`;

/**
 * Compares a service's schema.sql with the schema that its migrations create. With SCHEMA=write, updates the file
 * first.
 *
 * @example
 *   it('matches schema.sql', async () => {
 *     const { written, actual } = await schemaFile(resolve(__dirname, '../data/database/schema.sql'), migrations);
 *     expect(written).toBe(actual);
 *   });
 */
export async function schemaFile(
  path: string,
  migrations: readonly MigrationClass[],
): Promise<{ written: string; actual: string }> {
  const database = await testDatabase(migrations);
  try {
    const actual = HEADER + (await describeSchema((sql, values) => database.query(sql, values)));
    if (process.env['SCHEMA'] === 'write') await writeFile(path, actual);
    return { written: await readFile(path, 'utf8').catch(() => ''), actual };
  } finally {
    await database.close();
  }
}
