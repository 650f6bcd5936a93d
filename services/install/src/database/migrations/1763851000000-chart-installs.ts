import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ChartInstalls1763851000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX install_by_age ON install (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX install_by_age');
  }
}
