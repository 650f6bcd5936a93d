import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rate limits (throttle.ts). Auth has had the same table since its first version. */
export class Throttle1797600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS throttle (
        key text PRIMARY KEY,
        used_until timestamptz NOT NULL
      );
      CREATE INDEX IF NOT EXISTS throttle_used_until ON throttle (used_until)`);
  }

  /**
   * Keeps the table in auth's database: an earlier migration created it there, and reverting that migration drops it.
   */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        IF to_regclass('user_account') IS NULL THEN DROP TABLE throttle; END IF;
      END $$`);
  }
}
