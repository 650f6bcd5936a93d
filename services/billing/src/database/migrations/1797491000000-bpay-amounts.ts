import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the unused transfers of an amount, which may credit an open order automatically. */
export class BpayAmounts1797491000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'CREATE INDEX bpay_transfer_unused ON bpay_transfer (amount) WHERE topup_id IS NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX bpay_transfer_unused');
  }
}
