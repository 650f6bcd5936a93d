import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountAlikeSignals1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE signal ADD COLUMN count integer NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE signal DROP COLUMN count');
  }
}
