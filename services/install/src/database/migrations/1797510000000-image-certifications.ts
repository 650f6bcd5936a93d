import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Report of the last certification of each image, keyed by image. Every version with that image is certified and
 * stays so.
 */
export class ImageCertifications1797510000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE image_certification (
        manifest_sha256 text PRIMARY KEY CHECK (manifest_sha256 ~ '^[0-9a-f]{64}$'),
        verdict text NOT NULL CHECK (verdict IN ('certified', 'failed')),
        code text,
        message text,
        finished_at timestamptz NOT NULL,
        report text NOT NULL,
        attached_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE image_certification');
  }
}
