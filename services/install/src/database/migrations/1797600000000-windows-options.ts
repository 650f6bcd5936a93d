import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers' choices for Windows, and the sealed password of its second account. */
export class WindowsOptions1797600000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install ADD windows_options jsonb, ADD account_password text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install DROP COLUMN windows_options, DROP COLUMN account_password');
  }
}
