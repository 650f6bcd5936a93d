import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ListInstalls1763840000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await runner.query(`
      ALTER TABLE install
        -- A copy, for searches; auth owns it. Goes with the row when the user is deleted.
        ADD COLUMN username text,
        ADD COLUMN status_changed_at timestamptz NOT NULL DEFAULT now()`);
    await runner.query('UPDATE install SET status_changed_at = updated_at');
    await runner.query(`
      CREATE INDEX install_searched ON install
      USING gin (lower(ip || E'\\n' || coalesce(username, '')) gin_trgm_ops)`);
    await runner.query('CREATE INDEX install_by_status ON install (status, id DESC)');
    await runner.query('CREATE INDEX install_by_change ON install (status_changed_at DESC)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX install_searched, install_by_status, install_by_change');
    await runner.query('ALTER TABLE install DROP COLUMN username, DROP COLUMN status_changed_at');
    await runner.query('DROP EXTENSION pg_trgm');
  }
}
