import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Linux images, and installs that return a machine to Linux. */
export class LinuxImages1797880000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE windows_version
        ADD kind text NOT NULL DEFAULT 'windows' CHECK (kind IN ('windows', 'linux')),
        ADD enabled boolean NOT NULL DEFAULT true`);
    await db.query(`
      ALTER TABLE install
        ADD kind text NOT NULL DEFAULT 'windows' CHECK (kind IN ('windows', 'linux')),
        ADD price integer NOT NULL DEFAULT 1 CHECK (price IN (0, 1)),
        ADD linux_access text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE install DROP COLUMN linux_access, DROP COLUMN price, DROP COLUMN kind',
    );
    await db.query('ALTER TABLE windows_version DROP COLUMN enabled, DROP COLUMN kind');
  }
}
