import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateInstalls1763710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE windows_version (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        slug text NOT NULL UNIQUE,
        manifest_sha256 text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);

    await runner.query(`
      CREATE TABLE install (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        ip text NOT NULL,
        win_ver text NOT NULL,
        win_name text NOT NULL,
        manifest_sha256 text NOT NULL,
        vps_password text,
        rdp_password text,
        status text NOT NULL CHECK (status IN
          ('reserving', 'pending', 'preparing', 'running', 'manual_review', 'completed', 'failed')),
        version int NOT NULL DEFAULT 0,
        engine_state jsonb NOT NULL,
        run_after timestamptz NOT NULL DEFAULT now(),
        lease_owner text,
        lease_epoch bigint NOT NULL DEFAULT 0,
        lease_expires_at timestamptz,
        agent_token_hash text UNIQUE,
        agent_state jsonb NOT NULL,
        finished_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        -- The root password never outlives the work.
        CHECK (status NOT IN ('completed', 'failed') OR (vps_password IS NULL AND agent_token_hash IS NULL))
      )`);
    // One install of an address at a time, whoever asks; a manual review still occupies it.
    await runner.query(`
      CREATE UNIQUE INDEX install_one_per_address ON install (ip)
      WHERE status IN ('reserving', 'pending', 'preparing', 'running', 'manual_review')`);
    await runner.query(`CREATE INDEX install_by_user ON install (user_id, id DESC)`);
    await runner.query(`
      CREATE INDEX install_due ON install (run_after)
      WHERE status IN ('reserving', 'pending', 'preparing', 'running', 'manual_review')`);

    await runner.query(`
      CREATE TABLE install_step (
        id uuid PRIMARY KEY,
        install_id uuid NOT NULL REFERENCES install (id) ON DELETE CASCADE,
        name text NOT NULL,
        phase text NOT NULL,
        entered_at timestamptz NOT NULL,
        worker text NOT NULL,
        started_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        outcome text,
        UNIQUE (install_id, name, entered_at, worker)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE install_step, install, windows_version');
  }
}
