import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ImportImages1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE windows_version
        ADD COLUMN image_imported_at timestamptz,
        ADD COLUMN image_verified_at timestamptz,
        -- The image in which a verification found damage: nobody gets it, but its sound chunks stay.
        ADD COLUMN withdrawn_manifest_sha256 text`);
    await runner.query(`
      UPDATE windows_version SET image_imported_at = updated_at WHERE manifest_sha256 IS NOT NULL`);

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
        lease_owner text,
        lease_epoch bigint NOT NULL DEFAULT 0,
        lease_expires_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CHECK (source_sealed IS NULL OR status IN ('queued', 'running'))
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX image_job_one_per_version ON image_job (version_id)
      WHERE status IN ('queued', 'running')`);
    // One that runs has looked at what is needed already; one more may wait behind it.
    await runner.query(`
      CREATE UNIQUE INDEX image_job_one_collection ON image_job (kind)
      WHERE kind = 'collect' AND status = 'queued'`);
    await runner.query(`CREATE INDEX image_job_by_version ON image_job (version_id, id DESC)`);
    await runner.query(`
      CREATE INDEX image_job_open ON image_job (created_at) WHERE status IN ('queued', 'running')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE image_job');
    await runner.query(`
      ALTER TABLE windows_version DROP COLUMN image_imported_at, DROP COLUMN image_verified_at,
        DROP COLUMN withdrawn_manifest_sha256`);
  }
}
