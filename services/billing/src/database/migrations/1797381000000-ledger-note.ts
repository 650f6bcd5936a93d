import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the administrator's note on a correction. Version 0.1.0 writes entries without a note. */
export class LedgerNote1797381000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE ledger_entry ADD COLUMN note text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE ledger_entry DROP COLUMN note');
  }
}
