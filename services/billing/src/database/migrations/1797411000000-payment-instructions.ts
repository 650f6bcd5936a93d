import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the provider's instructions and the content of the QR code. Both stay empty for orders of version 0.1.0. */
export class PaymentInstructions1797411000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE topup ADD COLUMN instructions jsonb, ADD COLUMN qr_string text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE topup DROP COLUMN instructions, DROP COLUMN qr_string');
  }
}
