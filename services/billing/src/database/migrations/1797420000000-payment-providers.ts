import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds Midtrans and Stripe as providers, the provider's charge of an order, and two reasons for a review. Rows of
 * version 0.1.0 belong to Tripay.
 */
export class PaymentProviders1797420000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE payment_method DROP CONSTRAINT payment_method_provider_check,
        ADD CONSTRAINT payment_method_provider_check
          CHECK (provider IN ('tripay', 'midtrans', 'stripe', 'binance'))`);
    await db.query(`
      ALTER TABLE gateway_callback ADD COLUMN provider text NOT NULL DEFAULT 'tripay'
        CHECK (provider IN ('tripay', 'midtrans', 'stripe'))`);
    await db.query(`
      ALTER TABLE topup
        ADD COLUMN charge_currency text CHECK (charge_currency ~ '^[A-Z]{3}$'),
        ADD COLUMN charge_minor bigint CHECK (charge_minor > 0),
        ADD COLUMN charge_rate numeric(15, 6) CHECK (charge_rate > 0),
        ADD COLUMN charge_rate_at timestamptz,
        ADD CONSTRAINT topup_charge_is_complete
          CHECK (num_nulls(charge_currency, charge_minor, charge_rate, charge_rate_at) IN (0, 4)),
        DROP CONSTRAINT topup_review_check,
        ADD CONSTRAINT topup_review_check CHECK (cardinality(review) > 0 AND review <@ ARRAY['amount_mismatch',
          'reference_mismatch', 'paid_twice', 'refund_short', 'account_deleted', 'paid_late', 'paid_after_refund',
          'receiver_unknown', 'refunded_in_part', 'disputed'])`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE topup SET review = nullif(array_remove(array_remove(review, 'refunded_in_part'), 'disputed'), '{}'),
        review_since = CASE WHEN review <@ ARRAY['refunded_in_part', 'disputed'] THEN NULL ELSE review_since END
       WHERE review && ARRAY['refunded_in_part', 'disputed']`);
    await db.query(`
      ALTER TABLE topup DROP CONSTRAINT topup_review_check,
        ADD CONSTRAINT topup_review_check CHECK (cardinality(review) > 0 AND review <@ ARRAY['amount_mismatch',
          'reference_mismatch', 'paid_twice', 'refund_short', 'account_deleted', 'paid_late', 'paid_after_refund',
          'receiver_unknown']),
        DROP COLUMN charge_currency, DROP COLUMN charge_minor, DROP COLUMN charge_rate, DROP COLUMN charge_rate_at`);
    await db.query('ALTER TABLE gateway_callback DROP COLUMN provider');
    await db.query(`DELETE FROM payment_method WHERE provider IN ('midtrans', 'stripe')`);
    await db.query(`
      ALTER TABLE payment_method DROP CONSTRAINT payment_method_provider_check,
        ADD CONSTRAINT payment_method_provider_check CHECK (provider IN ('tripay', 'binance'))`);
  }
}
