import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The correlation id of the request that began an install. */
export class TraceInstalls1763960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE install ADD COLUMN correlation_id text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE install DROP COLUMN correlation_id`);
  }
}
