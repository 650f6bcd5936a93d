import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the list sorted by status from its end, newest first of one status; install_by_status serves the other way. */
export class SortByStatus1797361000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX install_by_status_back ON install (status, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX install_by_status_back');
  }
}
