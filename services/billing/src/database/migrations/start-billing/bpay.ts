import type { QueryRunner } from 'typeorm';

/**
 * Creates the Binance Pay tables: reported transfers, and the state that replicas share to respect the rate limit.
 */
export async function createBpay(runner: QueryRunner): Promise<void> {
  // Each transfer is stored once under Binance's ID. A transfer pays at most one top-up, and a top-up accepts at most
  // one transfer.
  await runner.query(`
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
  await runner.query(`
    CREATE FUNCTION bpay_transfer_pays_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.topup_id IS NOT NULL AND NEW.topup_id IS DISTINCT FROM OLD.topup_id THEN
        RAISE EXCEPTION 'a transfer pays one top-up only' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$`);
  await runner.query(`
    CREATE TRIGGER bpay_transfer_pays_once BEFORE UPDATE ON bpay_transfer
    FOR EACH ROW EXECUTE FUNCTION bpay_transfer_pays_once()`);

  await runner.query(`
    CREATE TABLE bpay_claim (
      topup_id uuid NOT NULL REFERENCES topup (id),
      transaction_id text NOT NULL REFERENCES bpay_transfer (transaction_id),
      problem text NOT NULL,
      claimed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (topup_id, transaction_id)
    )`);

  await runner.query(`
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
  await runner.query('INSERT INTO bpay_history DEFAULT VALUES');

  await runner.query(`
    CREATE TABLE bpay_verify_try (
      user_id uuid PRIMARY KEY,
      minute timestamptz NOT NULL,
      tries integer NOT NULL
    )`);
}
