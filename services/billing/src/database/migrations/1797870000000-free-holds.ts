import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Holds of free installs. They have no ledger entries. */
export class FreeHolds1797870000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install_hold ADD free boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install_hold DROP COLUMN free');
  }
}
