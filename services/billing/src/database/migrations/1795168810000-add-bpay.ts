import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Binance Pay: orders that are told apart by their exact amount, the transfers that Binance has shown us, and what
 * all replicas share to ask it no more often than it allows. Amounts of orders in micro-units (10⁻⁶ USDT).
 */
export class AddBpay1795168810000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE topup
        ADD COLUMN bpay_micro bigint CHECK (bpay_micro > 0),
        ADD COLUMN bpay_reserved_until timestamptz,
        ADD CONSTRAINT topup_bpay_amount_is_reserved
          CHECK ((bpay_micro IS NULL) = (bpay_reserved_until IS NULL)),
        ADD CONSTRAINT topup_bpay_amount_is_unique EXCLUDE USING gist (
          int8range(bpay_micro, bpay_micro, '[]') WITH &&,
          tstzrange(created_at, bpay_reserved_until) WITH &&
        ) WHERE (bpay_micro IS NOT NULL),
        DROP CONSTRAINT topup_review_check,
        ADD CONSTRAINT topup_review_check CHECK (review IN ('amount_mismatch', 'reference_mismatch',
          'paid_twice', 'refund_short', 'account_deleted', 'paid_late'))`);
    await queryRunner.query(`
      CREATE INDEX topup_bpay_amount ON topup (bpay_micro, bpay_reserved_until)
      WHERE bpay_micro IS NOT NULL`);
    await queryRunner.query(`
      CREATE INDEX topup_bpay_reserved ON topup (bpay_reserved_until, created_at)
      WHERE bpay_micro IS NOT NULL`);

    // A transfer stands here once, whatever Binance calls it; it pays one top-up, and a top-up takes one.
    await queryRunner.query(`
      CREATE TABLE bpay_transfer (
        transaction_id text PRIMARY KEY CHECK (length(transaction_id) BETWEEN 1 AND 100),
        order_type text NOT NULL,
        amount numeric(30, 8) NOT NULL CHECK (amount > 0),
        currency text NOT NULL,
        receiver_id text NOT NULL,
        paid_at timestamptz NOT NULL,
        ambiguous boolean NOT NULL DEFAULT false,
        topup_id uuid UNIQUE REFERENCES topup (id),
        seen_at timestamptz NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`
      CREATE FUNCTION bpay_transfer_pays_once() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.topup_id IS NOT NULL AND NEW.topup_id IS DISTINCT FROM OLD.topup_id THEN
          RAISE EXCEPTION 'a transfer pays one top-up only' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER bpay_transfer_pays_once BEFORE UPDATE ON bpay_transfer
      FOR EACH ROW EXECUTE FUNCTION bpay_transfer_pays_once()`);

    await queryRunner.query(`
      CREATE TABLE bpay_claim (
        topup_id uuid NOT NULL REFERENCES topup (id),
        transaction_id text NOT NULL REFERENCES bpay_transfer (transaction_id),
        problem text NOT NULL,
        claimed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (topup_id, transaction_id)
      )`);

    await queryRunner.query(`
      CREATE TABLE bpay_history (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        covered_until timestamptz,
        lease uuid,
        leased_until timestamptz NOT NULL DEFAULT '-infinity',
        started_at timestamptz NOT NULL DEFAULT '-infinity',
        served_at timestamptz NOT NULL DEFAULT '-infinity',
        next_fetch_at timestamptz NOT NULL DEFAULT now(),
        minute timestamptz NOT NULL DEFAULT '-infinity',
        calls integer NOT NULL DEFAULT 0
      )`);
    await queryRunner.query('INSERT INTO bpay_history DEFAULT VALUES');

    await queryRunner.query(`
      CREATE TABLE bpay_verify_try (
        user_id uuid PRIMARY KEY,
        minute timestamptz NOT NULL,
        tries integer NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE bpay_verify_try, bpay_history, bpay_claim, bpay_transfer');
    await queryRunner.query('DROP FUNCTION bpay_transfer_pays_once');
    await queryRunner.query(`UPDATE topup SET review = NULL WHERE review = 'paid_late'`);
    await queryRunner.query(`
      ALTER TABLE topup
        DROP COLUMN bpay_micro,
        DROP COLUMN bpay_reserved_until,
        DROP CONSTRAINT topup_review_check,
        ADD CONSTRAINT topup_review_check CHECK (review IN
          ('amount_mismatch', 'reference_mismatch', 'paid_twice', 'refund_short', 'account_deleted'))`);
  }
}
