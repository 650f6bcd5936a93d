import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What one of all replicas does at a time; and an index to prune the inbox by. */
export class Leases1795430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Telegram had a table of its own; leases last for seconds, so nothing is carried over.
    await runner.query(`DROP TABLE IF EXISTS lease`);
    await runner.query(`
      CREATE TABLE lease (
        name text PRIMARY KEY,
        lease_owner text,
        lease_epoch integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX inbox_processed ON inbox (processed_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX inbox_processed`);
    await runner.query(`DROP TABLE lease`);
  }
}
