import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Top-ups and the inbox of the gateway's callbacks. Amounts in whole rupiah. */
export class AddTopups1795168803000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE topup (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        merchant_ref text NOT NULL UNIQUE,
        reference text UNIQUE,
        product_id uuid REFERENCES product (id) ON DELETE SET NULL,
        product_name text NOT NULL,
        quantity integer NOT NULL CHECK (quantity >= 1),
        unit_price_sen bigint NOT NULL CHECK (unit_price_sen > 0),
        total_amount bigint NOT NULL,
        discount_basis_points integer NOT NULL,
        discount_amount bigint NOT NULL CHECK (discount_amount >= 0),
        final_amount bigint NOT NULL CHECK (final_amount > 0),
        payment_method text NOT NULL,
        payment_name text NOT NULL,
        status text NOT NULL CHECK (status IN ('PENDING', 'UNPAID', 'PAID', 'EXPIRED', 'FAILED')),
        payable_amount bigint,
        checkout_url text,
        pay_url text,
        qr_url text,
        pay_code text,
        expires_at timestamptz NOT NULL,
        paid_at timestamptz,
        refunded_at timestamptz,
        refund_short integer NOT NULL DEFAULT 0 CHECK (refund_short BETWEEN 0 AND quantity),
        review text CHECK (review IN ('amount_mismatch', 'reference_mismatch', 'paid_twice', 'refund_short')),
        idempotency_key text,
        request_hash text,
        checks integer NOT NULL DEFAULT 0,
        next_check_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT topup_amounts_add_up CHECK (final_amount = total_amount - discount_amount),
        CONSTRAINT topup_paid_has_time CHECK ((status = 'PAID') = (paid_at IS NOT NULL)),
        CONSTRAINT topup_unpaid_has_reference CHECK (status <> 'UNPAID' OR reference IS NOT NULL)
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX topup_idempotency ON topup (user_id, idempotency_key)
      WHERE idempotency_key IS NOT NULL`);
    await queryRunner.query(
      'CREATE INDEX topup_history ON topup (user_id, created_at DESC, id DESC)',
    );
    await queryRunner.query(`
      CREATE INDEX topup_to_check ON topup (next_check_at) WHERE next_check_at IS NOT NULL`);
    await queryRunner.query(`
      CREATE INDEX topup_to_expire ON topup (expires_at) WHERE status IN ('PENDING', 'UNPAID')`);
    await queryRunner.query(`
      CREATE INDEX topup_to_review ON topup (updated_at) WHERE review IS NOT NULL`);

    await queryRunner.query(
      'ALTER TABLE ledger_entry ADD FOREIGN KEY (topup_id) REFERENCES topup (id)',
    );

    // Money received stays received: no bug and no race can turn PAID into anything else.
    await queryRunner.query(`
      CREATE FUNCTION topup_paid_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.status = 'PAID' AND NEW.status <> 'PAID' THEN
          RAISE EXCEPTION 'a paid top-up stays paid' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER topup_paid_is_final BEFORE UPDATE ON topup
      FOR EACH ROW EXECUTE FUNCTION topup_paid_is_final()`);

    await queryRunner.query(`
      CREATE TABLE gateway_callback (
        id uuid PRIMARY KEY,
        body bytea NOT NULL,
        body_sha256 text NOT NULL UNIQUE,
        deliveries integer NOT NULL DEFAULT 1,
        topup_id uuid REFERENCES topup (id),
        outcome text,
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        received_at timestamptz NOT NULL DEFAULT now(),
        last_received_at timestamptz NOT NULL DEFAULT now(),
        processed_at timestamptz,
        CONSTRAINT gateway_callback_processed_has_outcome CHECK ((processed_at IS NULL) = (outcome IS NULL))
      )`);
    await queryRunner.query(`
      CREATE INDEX gateway_callback_open ON gateway_callback (next_attempt_at) WHERE processed_at IS NULL`);
    await queryRunner.query('CREATE INDEX gateway_callback_topup ON gateway_callback (topup_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE gateway_callback, topup CASCADE');
    await queryRunner.query('DROP FUNCTION topup_paid_is_final');
  }
}
