import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Resets of Windows' password by a kept recovery system. */
export class PasswordResets1797900000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE password_reset (
        install_id uuid PRIMARY KEY REFERENCES install (id) ON DELETE CASCADE,
        id uuid NOT NULL,
        boot_id text NOT NULL,
        status text NOT NULL CHECK (status IN ('waiting', 'writing', 'starting', 'done', 'failed')),
        password text,
        tries integer NOT NULL DEFAULT 0,
        failure jsonb,
        expires_at timestamptz NOT NULL,
        run_after timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        CHECK ((status IN ('done', 'failed')) = (password IS NULL)),
        CHECK ((status IN ('done', 'failed')) = (run_after IS NULL))
      )`);
    await db.query(
      'CREATE INDEX password_reset_due ON password_reset (run_after) WHERE run_after IS NOT NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE password_reset');
  }
}
