import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Index for lists sorted by status in descending order with the newest first within a status. install_by_status
 * serves ascending order.
 */
export class SortByStatus1797361000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX install_by_status_back ON install (status, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX install_by_status_back');
  }
}
