import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sealed licence key that a customer wants in Windows. */
export class ProductKey1797640000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install ADD product_key text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install DROP COLUMN product_key');
  }
}
