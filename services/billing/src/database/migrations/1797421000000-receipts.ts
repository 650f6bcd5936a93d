import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds numbered receipts and credit notes with the seller and buyer as issued. Amounts are in rupiah. */
export class Receipts1797421000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // The foreign key needs a weaker lock than the changes below, which would be a deadlock with replicas of the version
    // before.
    await db.query('LOCK TABLE topup IN ACCESS EXCLUSIVE MODE');
    await db.query(`
      CREATE TABLE receipt_settings (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        receipt_prefix text NOT NULL DEFAULT 'RCP',
        credit_note_prefix text NOT NULL DEFAULT 'CN',
        seller_name text NOT NULL DEFAULT '',
        seller_address text NOT NULL DEFAULT '',
        seller_tax_id text NOT NULL DEFAULT '',
        tax_label text,
        tax_rate_basis_points integer CHECK (tax_rate_basis_points BETWEEN 1 AND 9999),
        tax_base_factor text CHECK (tax_base_factor ~ '^[1-9][0-9]{0,2}/[1-9][0-9]{0,2}$'),
        CONSTRAINT receipt_settings_prefixes_differ CHECK (receipt_prefix <> credit_note_prefix),
        CONSTRAINT receipt_settings_tax_is_complete CHECK (
          num_nulls(tax_label, tax_rate_basis_points, tax_base_factor) IN (0, 3))
      )`);
    await db.query('INSERT INTO receipt_settings DEFAULT VALUES');
    await db.query(`
      CREATE TABLE receipt_buyer (
        user_id uuid PRIMARY KEY,
        name text NOT NULL,
        address text NOT NULL,
        tax_id text NOT NULL
      )`);
    await db.query(`
      CREATE TABLE receipt_counter (
        kind text NOT NULL,
        year integer NOT NULL,
        issued integer NOT NULL CHECK (issued > 0),
        PRIMARY KEY (kind, year)
      )`);
    await db.query(`
      CREATE TABLE receipt (
        id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('receipt', 'credit_note')),
        year integer NOT NULL,
        serial integer NOT NULL CHECK (serial > 0),
        number text NOT NULL UNIQUE,
        corrects text REFERENCES receipt (number),
        topup_id uuid NOT NULL REFERENCES topup (id),
        user_id uuid NOT NULL,
        issued_at timestamptz NOT NULL,
        seller_name text NOT NULL,
        seller_address text NOT NULL,
        seller_tax_id text NOT NULL,
        buyer_name text,
        buyer_address text,
        buyer_tax_id text,
        product_name text NOT NULL,
        quantity integer NOT NULL CHECK (quantity > 0),
        unit_price_sen bigint NOT NULL,
        total_amount bigint NOT NULL,
        discount_basis_points integer NOT NULL,
        discount_amount bigint NOT NULL,
        final_amount bigint NOT NULL,
        fee_amount bigint NOT NULL,
        paid_usdt_micro bigint,
        payment_name text NOT NULL,
        reference text NOT NULL,
        paid_at timestamptz NOT NULL,
        tax_label text,
        tax_rate_basis_points integer,
        tax_base_factor text,
        tax_amount bigint,
        UNIQUE (kind, year, serial),
        UNIQUE (topup_id, kind),
        CONSTRAINT receipt_credit_note_corrects CHECK ((kind = 'credit_note') = (corrects IS NOT NULL)),
        CONSTRAINT receipt_buyer_is_complete CHECK (num_nulls(buyer_name, buyer_address, buyer_tax_id) IN (0, 3)),
        CONSTRAINT receipt_tax_is_complete CHECK (
          num_nulls(tax_label, tax_rate_basis_points, tax_base_factor, tax_amount) IN (0, 4)),
        CONSTRAINT receipt_amounts_add_up CHECK (final_amount = total_amount - discount_amount)
      )`);
    await db.query('CREATE INDEX receipt_of_user ON receipt (user_id, issued_at, id)');
    await db.query('CREATE INDEX receipt_by_month ON receipt (issued_at, id)');

    // A receipt stays as issued. Only the buyer is erased with the account.
    await db.query(`
      CREATE FUNCTION receipt_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE buyer text[] := ARRAY['buyer_name', 'buyer_address', 'buyer_tax_id'];
      BEGIN
        IF TG_OP = 'UPDATE' AND num_nonnulls(NEW.buyer_name, NEW.buyer_address, NEW.buyer_tax_id) = 0
          AND to_jsonb(NEW) - buyer = to_jsonb(OLD) - buyer THEN RETURN NEW; END IF;
        RAISE EXCEPTION 'a receipt is never changed or removed' USING ERRCODE = 'restrict_violation';
      END $$`);
    await db.query(`
      CREATE TRIGGER receipt_is_final BEFORE UPDATE OR DELETE ON receipt
      FOR EACH ROW EXECUTE FUNCTION receipt_is_final()`);
    await db.query(`
      CREATE TRIGGER receipt_no_truncate BEFORE TRUNCATE ON receipt
      FOR EACH STATEMENT EXECUTE FUNCTION receipt_is_final()`);

    await db.query('ALTER TABLE topup ADD COLUMN receipt_number text');
    // Paid before the seller was known, or by version 0.1.0 during an upgrade.
    await db.query(`
      CREATE INDEX topup_without_receipt ON topup (paid_at, id)
      WHERE status = 'PAID' AND receipt_number IS NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX topup_without_receipt');
    await db.query('ALTER TABLE topup DROP COLUMN receipt_number');
    await db.query('DROP TABLE receipt, receipt_counter, receipt_buyer, receipt_settings');
    await db.query('DROP FUNCTION receipt_is_final');
  }
}
