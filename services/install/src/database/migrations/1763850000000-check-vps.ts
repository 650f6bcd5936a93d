import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CheckVps1763850000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE vps_check (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        ip text NOT NULL,
        -- Null where no Windows version was named.
        win_ver text,
        win_name text,
        manifest_sha256 text,
        vps_password text,
        status text NOT NULL CHECK (status IN ('pending', 'running', 'passed', 'refused', 'failed')),
        state jsonb NOT NULL,
        -- Of the token with which the VPS fetches a few chunks; opens these and nothing else.
        token_hash text UNIQUE,
        token_chunks text[] NOT NULL DEFAULT '{}',
        -- The host key of a VPS that passed, until an install begins with it.
        fingerprint text,
        run_after timestamptz NOT NULL DEFAULT now(),
        lease_owner text,
        lease_epoch bigint NOT NULL DEFAULT 0,
        lease_expires_at timestamptz,
        finished_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        -- Neither the root password nor the token outlives the check.
        CHECK (status IN ('pending', 'running') OR (vps_password IS NULL AND token_hash IS NULL))
      )`);
    // Checks cost nothing: one at a time for each user, and one of an address, or they could guess passwords at once.
    await runner.query(`
      CREATE UNIQUE INDEX vps_check_one_per_user ON vps_check (user_id)
      WHERE status IN ('pending', 'running')`);
    await runner.query(`
      CREATE UNIQUE INDEX vps_check_one_per_address ON vps_check (ip)
      WHERE status IN ('pending', 'running')`);
    await runner.query(`
      CREATE INDEX vps_check_due ON vps_check (run_after) WHERE status IN ('pending', 'running')`);
    await runner.query('CREATE INDEX vps_check_by_user ON vps_check (user_id, created_at)');
    await runner.query('CREATE INDEX vps_check_by_address ON vps_check (ip, created_at)');
    await runner.query('CREATE INDEX vps_check_by_age ON vps_check (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE vps_check');
  }
}
