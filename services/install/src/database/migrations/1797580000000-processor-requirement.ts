import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Processor features that an administrator requires for a version. `null` means those recorded in the image. */
export class ProcessorRequirement1797580000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE windows_version ADD processor text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE windows_version DROP COLUMN processor');
  }
}
