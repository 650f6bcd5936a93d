import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files that administrators upload in parts: ISOs, drivers and images. A job reads each complete file once before it
 * is used.
 */
export class ImageUploads1797490000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE image_upload (
        id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('iso', 'drivers', 'image')),
        name text NOT NULL,
        size bigint NOT NULL CHECK (size > 0),
        status text NOT NULL DEFAULT 'uploading'
          CHECK (status IN ('uploading', 'checking', 'ready', 'failed')),
        sha256 text,
        editions jsonb,
        failure jsonb,
        created_by uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE TABLE image_upload_part (
        upload_id uuid NOT NULL REFERENCES image_upload ON DELETE CASCADE,
        number integer NOT NULL CHECK (number >= 0),
        size integer NOT NULL,
        sha256 text NOT NULL,
        PRIMARY KEY (upload_id, number)
      );
      ALTER TABLE image_job
        ADD upload_id uuid REFERENCES image_upload ON DELETE SET NULL,
        DROP CONSTRAINT image_job_kind_check,
        ADD CONSTRAINT image_job_kind_check CHECK (kind IN ('import', 'verify', 'collect', 'inspect')),
        DROP CONSTRAINT image_job_source_kind_check,
        ADD CONSTRAINT image_job_source_kind_check
          CHECK (source_kind IN ('file', 'url', 'command', 'upload'));
      CREATE UNIQUE INDEX image_job_one_inspection ON image_job (upload_id)
        WHERE kind = 'inspect' AND status IN ('queued', 'running');
      CREATE INDEX image_job_by_upload ON image_job (upload_id) WHERE upload_id IS NOT NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM image_job WHERE kind = 'inspect' OR source_kind = 'upload';
      ALTER TABLE image_job
        DROP COLUMN upload_id,
        DROP CONSTRAINT image_job_kind_check,
        ADD CONSTRAINT image_job_kind_check CHECK (kind IN ('import', 'verify', 'collect')),
        DROP CONSTRAINT image_job_source_kind_check,
        ADD CONSTRAINT image_job_source_kind_check CHECK (source_kind IN ('file', 'url', 'command'));
      DROP TABLE image_upload_part;
      DROP TABLE image_upload;
    `);
  }
}
