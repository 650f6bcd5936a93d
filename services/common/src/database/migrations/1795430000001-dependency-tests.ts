import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DependencyTests1795430000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE outside_test RENAME TO dependency_test`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE dependency_test RENAME TO outside_test`);
  }
}
