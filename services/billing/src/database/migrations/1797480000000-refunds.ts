import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds refunds, at most one per top-up, and the comparison of payments with the provider. Refunds made by version 0.1.0
 * have no row; they returned the full payment.
 */
export class Refunds1797480000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // The foreign key needs a weaker lock than the changes below. Taking the strongest lock first, in the order of
    // settlements, avoids deadlocks with replicas of the version before.
    await db.query('LOCK TABLE topup, ledger_entry IN ACCESS EXCLUSIVE MODE');
    await db.query(`
      CREATE TABLE refund (
        topup_id uuid PRIMARY KEY REFERENCES topup (id),
        attempt integer NOT NULL CHECK (attempt >= 0),
        by_hand boolean NOT NULL,
        state text NOT NULL CHECK (state IN ('refund_pending', 'by_hand', 'refunded', 'not_refunded')),
        origin text NOT NULL CHECK (origin IN ('administrator', 'provider', 'dispute')),
        quantity integer NOT NULL CHECK (quantity > 0),
        taken integer NOT NULL CHECK (taken BETWEEN 0 AND quantity),
        amount bigint NOT NULL CHECK (amount > 0),
        reason text NOT NULL,
        reference text,
        failure text,
        actor_id uuid,
        next_check_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT refund_is_checked CHECK ((state = 'refund_pending') = (next_check_at IS NOT NULL))
      )`);
    await db.query(`
      CREATE INDEX refund_to_check ON refund (next_check_at) WHERE next_check_at IS NOT NULL`);
    // Earlier payments are not compared with the provider. A constant default rewrites no rows.
    await db.query(`
      ALTER TABLE topup ADD COLUMN refund_taken integer, ADD COLUMN credit_note_number text,
        ADD COLUMN reconciled_at timestamptz,
        ADD COLUMN reconciliation text DEFAULT 'not_checked' CHECK (reconciliation IN
          ('not_checked', 'confirmed', 'unknown_at_provider', 'other_status', 'other_amount'))`);
    await db.query('ALTER TABLE topup ALTER COLUMN reconciliation DROP DEFAULT');
    await db.query(`
      CREATE INDEX topup_to_reconcile ON topup (paid_at) WHERE status = 'PAID'
        AND (reconciliation IS NULL OR reconciliation NOT IN ('confirmed', 'not_checked'))`);
    await db.query(`
      CREATE INDEX topup_refunded ON topup (refunded_at) WHERE refunded_at IS NOT NULL`);
    // Refunded before the seller was known, or by version 0.1.0.
    await db.query(`
      CREATE INDEX topup_without_credit_note ON topup (refunded_at, id)
      WHERE status = 'PAID' AND refunded_at IS NOT NULL AND credit_note_number IS NULL`);
    // Quota that was held for a refund returns if the refund is not made. The rules of the other kinds stay.
    const name = 'ledger_entry_amount_fits_kind';
    const [{ rule }] = (await db.query(
      'SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = $1',
      [name],
    )) as [{ rule: string }];
    await db.query(`
      ALTER TABLE ledger_entry DROP CONSTRAINT ${name},
        ADD CONSTRAINT ${name} ${rule.replace('(amount < 0)', '(amount <> 0)')}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX topup_without_credit_note, topup_to_reconcile, topup_refunded');
    await db.query(`
      ALTER TABLE topup DROP COLUMN refund_taken, DROP COLUMN credit_note_number,
        DROP COLUMN reconciled_at, DROP COLUMN reconciliation`);
    await db.query('DROP TABLE refund');
  }
}
