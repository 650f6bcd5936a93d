import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Index for the list sorted by username. It includes the column so that PostgreSQL need not read the rows to evaluate
 * lower(username).
 */
export class SortByUsername1797361000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX user_account_by_username ON user_account (lower(username), id) INCLUDE (username)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX user_account_by_username');
  }
}
