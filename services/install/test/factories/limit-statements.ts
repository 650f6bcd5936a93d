import type { TestDatabase } from '@casement/common/testing/test-database.js';

/**
 * Rejects each statement that deletes or changes more than this number of rows of the table. Jobs that work in
 * batches pass. Single large statements fail, including cascades.
 *
 * @returns a function that removes the limit
 */
export async function limitStatements(
  database: TestDatabase,
  event: 'DELETE' | 'UPDATE',
  table: string,
  rows = 1_000,
): Promise<() => Promise<void>> {
  await database.query(`
    CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT count(*) FROM touched) > ${rows} THEN
          RAISE EXCEPTION 'more than ${rows} rows in one statement';
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER limited AFTER ${event} ON ${table} REFERENCING OLD TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`);
  return async () => {
    await database.query('DROP FUNCTION refuse_many CASCADE');
  };
}
