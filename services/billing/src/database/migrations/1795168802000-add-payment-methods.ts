import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ways to pay. Amounts in whole rupiah, the percent fee in millionths (0.70 % = 7000). */
export class AddPaymentMethods1795168802000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE payment_method (
        code text PRIMARY KEY CHECK (length(code) BETWEEN 1 AND 40),
        provider text NOT NULL CHECK (provider IN ('tripay', 'binance')),
        name text NOT NULL,
        type text NOT NULL,
        group_name text NOT NULL DEFAULT '',
        icon_url text,
        fee_flat bigint NOT NULL CHECK (fee_flat >= 0),
        fee_ppm integer NOT NULL CHECK (fee_ppm BETWEEN 0 AND 1000000),
        minimum_fee bigint,
        maximum_fee bigint,
        minimum_amount bigint,
        maximum_amount bigint,
        is_enabled boolean NOT NULL,
        position integer NOT NULL DEFAULT 0,
        withdrawn_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE payment_method');
  }
}
