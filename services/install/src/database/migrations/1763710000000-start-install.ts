import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startPartitions } from '@casement/common/data/database/partitions.js';

export class StartInstall1763710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await createCatalogue(runner);
    await createInstalls(runner);
    await createSteps(runner);
    await createChecks(runner);
    await runner.query(`
      -- Outlives the user: an opaque id, so that nothing of theirs begins or comes back late.
      CREATE TABLE closed_user (
        user_id uuid PRIMARY KEY,
        -- The newest deletion of the user.
        deletion_id uuid NOT NULL,
        -- False once that deletion was given up.
        closed boolean NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE closed_user, vps_check, install_step, install, image_job, windows_version',
    );
    await runner.query(`DELETE FROM partitioned_table WHERE name = 'install_step'`);
    await runner.query('DROP EXTENSION pg_trgm');
  }
}

async function createCatalogue(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE windows_version (
      id uuid PRIMARY KEY,
      name text NOT NULL,
      slug text NOT NULL UNIQUE,
      manifest_sha256 text,
      image_imported_at timestamptz,
      image_verified_at timestamptz,
      -- The image in which a verification found damage: no install gets it, but its sound chunks stay.
      withdrawn_manifest_sha256 text,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    )`);
  await runner.query(`
    CREATE TABLE image_job (
      id uuid PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('import', 'verify', 'collect')),
      -- Null for a collection, and for an import by command, which names its version at the end.
      version_id uuid REFERENCES windows_version (id) ON DELETE CASCADE,
      source_kind text CHECK (source_kind IN ('file', 'url', 'command')),
      -- As it is shown: an address without what may be secret in it.
      source text,
      -- The whole address, sealed; erased at the end.
      source_sealed text,
      sha256 text,
      min_memory bigint,
      status text NOT NULL DEFAULT 'queued'
        CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
      step text,
      step_since timestamptz,
      bytes_done bigint NOT NULL DEFAULT 0,
      bytes_total bigint,
      failure jsonb,
      attempts int NOT NULL DEFAULT 0,
      requested_by uuid,
      run_after timestamptz NOT NULL DEFAULT now(),
      lease_owner text,
      lease_epoch bigint NOT NULL DEFAULT 0,
      lease_until timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      CHECK (source_sealed IS NULL OR status IN ('queued', 'running'))
    )`);
  await runner.query(`
    CREATE UNIQUE INDEX image_job_one_per_version ON image_job (version_id)
    WHERE status IN ('queued', 'running')`);
  // A running collection has already read which images are needed, so one more may be queued behind it.
  await runner.query(`
    CREATE UNIQUE INDEX image_job_one_collection ON image_job (kind)
    WHERE kind = 'collect' AND status = 'queued'`);
  await runner.query('CREATE INDEX image_job_by_version ON image_job (version_id, id DESC)');
  await runner.query(`
    CREATE INDEX image_job_open ON image_job (created_at) WHERE status IN ('queued', 'running')`);
}

async function createInstalls(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE install (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL,
      -- A copy, for searches; auth owns it. Deleted with the row when the user is.
      username text,
      ip text NOT NULL,
      win_ver text NOT NULL,
      win_name text NOT NULL,
      manifest_sha256 text NOT NULL,
      vps_password text,
      rdp_password text,
      -- Of the request that began it.
      correlation_id text,
      status text NOT NULL CHECK (status IN
        ('reserving', 'pending', 'preparing', 'running', 'manual_review', 'completed', 'failed')),
      version int NOT NULL DEFAULT 0,
      engine_state jsonb NOT NULL,
      run_after timestamptz NOT NULL DEFAULT now(),
      lease_owner text,
      lease_epoch bigint NOT NULL DEFAULT 0,
      lease_until timestamptz,
      agent_token_hash text UNIQUE,
      agent_state jsonb NOT NULL,
      status_changed_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      -- The root password never outlives the work.
      CHECK (status NOT IN ('completed', 'failed') OR (vps_password IS NULL AND agent_token_hash IS NULL))
    )`);
  // Allows one install per address at a time, for all users. An install in manual review still occupies the address.
  await runner.query(`
    CREATE UNIQUE INDEX install_one_per_address ON install (ip)
    WHERE status IN ('reserving', 'pending', 'preparing', 'running', 'manual_review')`);
  await runner.query('CREATE INDEX install_by_user ON install (user_id, id DESC)');
  await runner.query(`
    CREATE INDEX install_due ON install (run_after)
    WHERE status IN ('reserving', 'pending', 'preparing', 'running', 'manual_review')`);
  await runner.query(`
    CREATE INDEX install_searched ON install
    USING gin (lower(ip || E'\\n' || coalesce(username, '')) gin_trgm_ops)`);
  await runner.query('CREATE INDEX install_by_status ON install (status, id DESC)');
  await runner.query('CREATE INDEX install_by_change ON install (status_changed_at DESC)');
  await runner.query('CREATE INDEX install_by_age ON install (created_at)');
}

async function createSteps(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE install_step (
      -- Made of the step and its worker, so that the same step is recorded once: see stepId().
      id uuid PRIMARY KEY,
      install_id uuid NOT NULL REFERENCES install (id) ON DELETE CASCADE,
      name text NOT NULL,
      phase text NOT NULL,
      entered_at timestamptz NOT NULL,
      worker text NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      outcome text
    ) PARTITION BY RANGE (id)`);
  await runner.query(
    'CREATE INDEX install_step_by_install ON install_step (install_id, started_at)',
  );
  await startPartitions(runner, { table: 'install_step', stepDays: 30, retentionDays: 730 });
}

async function createChecks(runner: QueryRunner): Promise<void> {
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
      lease_until timestamptz,
      finished_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Neither the root password nor the token outlives the check.
      CHECK (status IN ('pending', 'running') OR (vps_password IS NULL AND token_hash IS NULL))
    )`);
  // Checks are free, so each user and each address may have only one at a time. Otherwise they could guess passwords
  // in parallel.
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
