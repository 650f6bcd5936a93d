import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each outside system said to an administrator's last test. */
export class OutsideTests1795420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outside_test (
        name text PRIMARY KEY,
        started_at timestamptz NOT NULL,
        ok boolean,
        answer text,
        asked_at timestamptz
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE outside_test`);
  }
}
