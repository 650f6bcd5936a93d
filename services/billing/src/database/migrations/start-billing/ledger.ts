import type { QueryRunner } from 'typeorm';

/**
 * Creates the ledger. The database itself rejects a changed or deleted entry, a duplicate source, a negative balance,
 * a balance that differs from the sum of its entries, and a gap in a user's entries.
 */
export async function createLedger(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE balance (
      user_id uuid PRIMARY KEY,
      quota integer NOT NULL DEFAULT 0 CHECK (quota BETWEEN 0 AND 1000000000),
      entries integer NOT NULL DEFAULT 0 CHECK (entries >= 0),
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    )`);

  await runner.query(`
    CREATE TABLE ledger_entry (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES balance (user_id),
      entry_no integer NOT NULL CHECK (entry_no >= 1),
      kind text NOT NULL,
      amount integer NOT NULL,
      balance_after integer NOT NULL CHECK (balance_after >= 0),
      source text NOT NULL UNIQUE,
      topup_id uuid REFERENCES topup (id),
      install_id uuid,
      actor_id uuid,
      reason text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (user_id, entry_no),
      CONSTRAINT ledger_entry_amount_fits_kind CHECK (
        CASE kind
          WHEN 'credit' THEN amount > 0 AND topup_id IS NOT NULL
          WHEN 'hold' THEN amount = -1 AND install_id IS NOT NULL
          WHEN 'release' THEN amount = 1 AND install_id IS NOT NULL
          WHEN 'capture' THEN amount = 0 AND install_id IS NOT NULL
          WHEN 'adjustment' THEN amount <> 0
          WHEN 'refund' THEN (amount = 1 AND install_id IS NOT NULL) OR (amount < 0 AND topup_id IS NOT NULL)
          ELSE false
        END)
    )`);

  await runner.query(`
    CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'ledger entries are never changed or removed' USING ERRCODE = 'restrict_violation';
    END $$`);
  await runner.query(`
    CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
    FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()`);
  await runner.query(`
    CREATE TRIGGER ledger_entry_no_truncate BEFORE TRUNCATE ON ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only()`);

  // AFTER instead of BEFORE, because BEFORE also fires for an insert that ON CONFLICT suppresses, which must not
  // change the balance.
  await runner.query(`
    CREATE FUNCTION ledger_moves_balance() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE b balance%ROWTYPE;
    BEGIN
      UPDATE balance
         SET quota = quota + NEW.amount, entries = entries + 1, updated_at = now()
       WHERE user_id = NEW.user_id
      RETURNING * INTO b;
      IF b.quota IS DISTINCT FROM NEW.balance_after OR b.entries IS DISTINCT FROM NEW.entry_no THEN
        RAISE EXCEPTION 'entry was computed without the lock on its balance'
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER ledger_entry_moves_balance AFTER INSERT ON ledger_entry
    FOR EACH ROW EXECUTE FUNCTION ledger_moves_balance()`);

  // Only the trigger above, which makes the trigger depth 2, may change a balance. New rows start at zero.
  await runner.query(`
    CREATE FUNCTION balance_follows_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' AND NEW.quota = 0 AND NEW.entries = 0 THEN RETURN NEW; END IF;
      IF TG_OP = 'UPDATE' AND NEW.user_id = OLD.user_id AND pg_trigger_depth() > 1 THEN RETURN NEW; END IF;
      RAISE EXCEPTION 'a balance moves only with a ledger entry' USING ERRCODE = 'restrict_violation';
    END $$`);
  await runner.query(`
    CREATE TRIGGER balance_follows_ledger BEFORE INSERT OR UPDATE OR DELETE ON balance
    FOR EACH ROW EXECUTE FUNCTION balance_follows_ledger()`);
  await runner.query(`
    CREATE TRIGGER balance_no_truncate BEFORE TRUNCATE ON balance
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only()`);
}
