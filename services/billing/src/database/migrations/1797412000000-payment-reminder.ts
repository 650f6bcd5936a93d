import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time of the reminder before the expiry. Version 0.1.0 sends none. */
export class PaymentReminder1797412000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE topup ADD COLUMN reminded_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE topup DROP COLUMN reminded_at');
  }
}
