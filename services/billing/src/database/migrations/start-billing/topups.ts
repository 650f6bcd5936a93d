import type { QueryRunner } from 'typeorm';

/**
 * Creates top-ups and the inbox for gateway callbacks. Amounts are in whole rupiah; Binance orders are in micro-units
 * (10⁻⁶ USDT).
 */
export async function createTopups(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE topup (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL,
      user_no integer,
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
      review text[] CHECK (cardinality(review) > 0 AND review <@ ARRAY['amount_mismatch', 'reference_mismatch',
        'paid_twice', 'refund_short', 'account_deleted', 'paid_late', 'paid_after_refund', 'receiver_unknown']),
      review_since timestamptz,
      bpay_micro bigint CHECK (bpay_micro > 0),
      bpay_reserved_until timestamptz,
      idempotency_key text,
      request_hash text,
      checks integer NOT NULL DEFAULT 0,
      next_check_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT topup_amounts_add_up CHECK (final_amount = total_amount - discount_amount),
      CONSTRAINT topup_paid_has_time CHECK ((status = 'PAID') = (paid_at IS NOT NULL)),
      CONSTRAINT topup_unpaid_has_reference CHECK (status <> 'UNPAID' OR reference IS NOT NULL),
      CONSTRAINT topup_bpay_amount_is_reserved CHECK ((bpay_micro IS NULL) = (bpay_reserved_until IS NULL)),
      CONSTRAINT topup_bpay_amount_is_unique EXCLUDE USING gist (
        int8range(bpay_micro, bpay_micro, '[]') WITH &&,
        tstzrange(created_at, bpay_reserved_until) WITH &&
      ) WHERE (bpay_micro IS NOT NULL)
    )`);
  await runner.query(`
    CREATE UNIQUE INDEX topup_idempotency ON topup (user_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL`);
  await runner.query(`
    CREATE INDEX topup_to_check ON topup (next_check_at) WHERE next_check_at IS NOT NULL`);
  await runner.query(`
    CREATE INDEX topup_to_expire ON topup (expires_at) WHERE status IN ('PENDING', 'UNPAID')`);
  await runner.query(`
    CREATE INDEX topup_to_review ON topup (review_since, id) WHERE review IS NOT NULL`);
  await runner.query('CREATE INDEX topup_newest ON topup (created_at DESC, id DESC)');
  await runner.query(
    'CREATE INDEX topup_newest_by_status ON topup (status, created_at DESC, id DESC)',
  );
  await runner.query(`
    CREATE INDEX topup_bpay_amount ON topup (bpay_micro, bpay_reserved_until)
    WHERE bpay_micro IS NOT NULL`);
  await runner.query(`
    CREATE INDEX topup_bpay_reserved ON topup (bpay_reserved_until, created_at)
    WHERE bpay_micro IS NOT NULL`);

  // A received payment is never undone: no bug or race can change PAID to another status.
  await runner.query(`
    CREATE FUNCTION topup_paid_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.status = 'PAID' AND NEW.status <> 'PAID' THEN
        RAISE EXCEPTION 'a paid top-up stays paid' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$`);
  await runner.query(`
    CREATE TRIGGER topup_paid_is_final BEFORE UPDATE ON topup
    FOR EACH ROW EXECUTE FUNCTION topup_paid_is_final()`);

  // A user's top-ups are numbered 1, 2, 3 … like ledger entries, so any page of the history is an index range.
  await runner.query(`
    CREATE TABLE topup_count (
      user_id uuid PRIMARY KEY,
      topups integer NOT NULL CHECK (topups >= 0)
    )`);
  await runner.query('CREATE UNIQUE INDEX topup_user_no ON topup (user_id, user_no)');
  // AFTER instead of BEFORE, because BEFORE also fires for an insert that ON CONFLICT suppresses, which would leave a
  // gap.
  await runner.query(`
    CREATE FUNCTION topup_gets_number() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE n integer;
    BEGIN
      INSERT INTO topup_count AS c (user_id, topups) VALUES (NEW.user_id, 1)
        ON CONFLICT (user_id) DO UPDATE SET topups = c.topups + 1
        RETURNING topups INTO n;
      UPDATE topup SET user_no = n WHERE id = NEW.id;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER topup_gets_number AFTER INSERT ON topup
    FOR EACH ROW EXECUTE FUNCTION topup_gets_number()`);

  await runner.query(`
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
  await runner.query(`
    CREATE INDEX gateway_callback_open ON gateway_callback (next_attempt_at) WHERE processed_at IS NULL`);
  await runner.query('CREATE INDEX gateway_callback_topup ON gateway_callback (topup_id)');
}
