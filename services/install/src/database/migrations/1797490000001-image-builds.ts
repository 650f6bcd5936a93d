import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Image builds from uploaded files, as jobs of a version. `log` holds the last lines of the build output. */
export class ImageBuilds1797490000001 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE image_job
        ADD drivers_upload_id uuid REFERENCES image_upload ON DELETE SET NULL,
        ADD edition integer,
        ADD recipe text,
        ADD disk_gib integer,
        ADD log text[] NOT NULL DEFAULT '{}',
        DROP CONSTRAINT image_job_kind_check,
        ADD CONSTRAINT image_job_kind_check
          CHECK (kind IN ('import', 'verify', 'collect', 'inspect', 'build'));
      CREATE INDEX image_job_by_drivers ON image_job (drivers_upload_id)
        WHERE drivers_upload_id IS NOT NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM image_job WHERE kind = 'build';
      ALTER TABLE image_job
        DROP COLUMN drivers_upload_id,
        DROP COLUMN edition,
        DROP COLUMN recipe,
        DROP COLUMN disk_gib,
        DROP COLUMN log,
        DROP CONSTRAINT image_job_kind_check,
        ADD CONSTRAINT image_job_kind_check
          CHECK (kind IN ('import', 'verify', 'collect', 'inspect'));
    `);
  }
}
