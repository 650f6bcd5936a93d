import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sealed script that a customer wants to run in Windows. */
export class Scripts1797657000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install ADD script_sealed text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install DROP COLUMN script_sealed');
  }
}
