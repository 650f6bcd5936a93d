import type { MigrationInterface, QueryRunner } from 'typeorm';

const EARLIER = `'amount_mismatch', 'reference_mismatch', 'paid_twice', 'refund_short', 'account_deleted',
  'paid_late', 'paid_after_refund', 'receiver_unknown', 'refunded_in_part', 'disputed', 'refund_failed'`;
const ADDED = `'dispute_lost', 'dispute_reversed'`;

const allow = (reasons: string): string => `
  ALTER TABLE topup DROP CONSTRAINT topup_review_check,
    ADD CONSTRAINT topup_review_check CHECK (cardinality(review) > 0 AND review <@ ARRAY[${reasons}])`;

/** Time of a refund's request to the provider, and reviews of disputes that end after a refund. */
export class RefundCalls1797850000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(allow(`${EARLIER}, ${ADDED}`));
    await db.query('ALTER TABLE refund ADD COLUMN called_at timestamptz');
    // The replica that started them may have sent a request.
    await db.query(`UPDATE refund SET called_at = updated_at WHERE state = 'refund_pending'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE refund DROP COLUMN called_at');
    await db.query(`
      UPDATE topup SET review_since = CASE WHEN review <@ ARRAY[${ADDED}] THEN NULL ELSE review_since END,
        review = nullif(ARRAY(SELECT r FROM unnest(review) WITH ORDINALITY AS x (r, n)
          WHERE r <> ALL (ARRAY[${ADDED}]) ORDER BY n), '{}')
       WHERE review && ARRAY[${ADDED}]`);
    await db.query(allow(EARLIER));
  }
}
