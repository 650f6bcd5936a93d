import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Complete and verified copies of images at origins. `place` prevents a new bucket from being mistaken for the old
 * one.
 */
export class ImageCopies1797520000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE image_copy (
        manifest_sha256 text NOT NULL,
        origin text NOT NULL,
        place text NOT NULL,
        verified_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (manifest_sha256, origin)
      );
      ALTER TABLE image_job
        ADD origin text,
        DROP CONSTRAINT image_job_kind_check,
        ADD CONSTRAINT image_job_kind_check
          CHECK (kind IN ('import', 'verify', 'collect', 'inspect', 'build', 'replicate'));
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM image_job WHERE kind = 'replicate';
      ALTER TABLE image_job
        DROP COLUMN origin,
        DROP CONSTRAINT image_job_kind_check,
        ADD CONSTRAINT image_job_kind_check
          CHECK (kind IN ('import', 'verify', 'collect', 'inspect', 'build'));
      DROP TABLE image_copy;
    `);
  }
}
