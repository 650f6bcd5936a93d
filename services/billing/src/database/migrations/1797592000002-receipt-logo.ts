import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Logos printed on receipts, one row for each change. The previous version ignores them. */
export class ReceiptLogo1797592000002 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE receipt_logo (
        since timestamptz PRIMARY KEY,
        version integer NOT NULL,
        png bytea
      )
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE receipt_logo');
  }
}
