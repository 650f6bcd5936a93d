import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds Binance's Order ID as a second ID of a transfer. `transaction_id` stays the key as written by version 0.1.0,
 * so that both versions lock the same row while they run side by side.
 */
export class BpayOrderId1797390000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE bpay_transfer ADD COLUMN order_id text CHECK (length(order_id) BETWEEN 1 AND 100)`);
    // Same rule as transactionIdentity() in binance.schemas.ts.
    await db.query(`
      CREATE FUNCTION bpay_identity(id text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN regexp_replace(id, '^[A-Za-z_]+(?=[0-9]+$)', '')`);
    await db.query(`
      CREATE INDEX bpay_transfer_by_identity ON bpay_transfer (bpay_identity(transaction_id))`);
    await db.query(`
      CREATE INDEX bpay_transfer_by_order_id ON bpay_transfer (order_id) WHERE order_id IS NOT NULL`);

    // Unique over both kinds of IDs because a transfer may be listed in an old and in a new format.
    await db.query(`
      CREATE TABLE bpay_credited_id (
        id text PRIMARY KEY,
        transaction_id text NOT NULL REFERENCES bpay_transfer (transaction_id)
      )`);
    // Uses a trigger because version 0.1.0 credits transfers concurrently and does not know this table.
    await db.query(`
      CREATE FUNCTION bpay_transfer_ids_credit_once() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        ids text[] := array_remove(ARRAY[bpay_identity(NEW.transaction_id), NEW.order_id], NULL);
      BEGIN
        IF NEW.topup_id IS NULL THEN RETURN NULL; END IF;
        INSERT INTO bpay_credited_id SELECT DISTINCT id, NEW.transaction_id FROM unnest(ids) id
          ON CONFLICT DO NOTHING;
        IF OLD.topup_id IS NULL AND EXISTS (SELECT FROM bpay_credited_id c
          WHERE c.id = ANY(ids) AND c.transaction_id <> NEW.transaction_id) THEN
          RAISE EXCEPTION 'an id of this transfer was credited before' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
      END $$`);
    await db.query(`
      CREATE TRIGGER bpay_transfer_ids_credit_once AFTER UPDATE OF topup_id, order_id ON bpay_transfer
      FOR EACH ROW EXECUTE FUNCTION bpay_transfer_ids_credit_once()`);
    await db.query(`
      INSERT INTO bpay_credited_id SELECT bpay_identity(transaction_id), min(transaction_id)
        FROM bpay_transfer WHERE topup_id IS NOT NULL GROUP BY 1`);

    // Progress of fetches that read Order IDs. Version 0.1.0 advances only covered_until and served_at.
    await db.query(`
      ALTER TABLE bpay_history
        ADD COLUMN order_ids_until timestamptz,
        ADD COLUMN order_ids_served_at timestamptz NOT NULL DEFAULT '-infinity',
        ADD COLUMN failure text,
        ADD COLUMN failing_since timestamptz,
        ADD COLUMN failures integer NOT NULL DEFAULT 0`);

    await db.query(`
      CREATE TABLE bpay_unreadable_row (
        fingerprint text PRIMARY KEY,
        label text NOT NULL,
        problem text NOT NULL,
        times_seen integer NOT NULL DEFAULT 1,
        first_seen_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE bpay_unreadable_row');
    await db.query(`
      ALTER TABLE bpay_history DROP COLUMN order_ids_until, DROP COLUMN order_ids_served_at,
        DROP COLUMN failure, DROP COLUMN failing_since, DROP COLUMN failures`);
    await db.query('DROP TRIGGER bpay_transfer_ids_credit_once ON bpay_transfer');
    await db.query('DROP FUNCTION bpay_transfer_ids_credit_once');
    await db.query('DROP TABLE bpay_credited_id');
    await db.query('DROP INDEX bpay_transfer_by_identity, bpay_transfer_by_order_id');
    await db.query('DROP FUNCTION bpay_identity');
    await db.query('ALTER TABLE bpay_transfer DROP COLUMN order_id');
  }
}
