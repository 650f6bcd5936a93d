import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TopupPaidIndex1797371000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Covering index for the daily revenue (index-only scan).
    await db.query(`
      CREATE INDEX topup_by_payment ON topup (paid_at) INCLUDE (final_amount)
      WHERE paid_at IS NOT NULL AND refunded_at IS NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX topup_by_payment');
  }
}
