import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StartSecurity1763730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE signal (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        ip text,
        user_id uuid,
        service text NOT NULL,
        detail text NOT NULL,
        occurred_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX signal_by_ip ON signal (ip, occurred_at DESC)`);
    await runner.query(`
      CREATE TABLE audit_entry (
        id uuid PRIMARY KEY,
        actor_id uuid,
        action text NOT NULL,
        target text NOT NULL,
        before text NOT NULL,
        after text NOT NULL,
        ip text,
        service text NOT NULL,
        occurred_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE blocked_ip (
        id uuid PRIMARY KEY,
        ip text NOT NULL,
        block_type text NOT NULL CHECK (block_type IN ('auto', 'manual', 'temporary')),
        reason text NOT NULL,
        blocked_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        lifted_at timestamptz
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX blocked_ip_once ON blocked_ip (ip) WHERE lifted_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE blocked_ip, audit_entry, signal');
  }
}
