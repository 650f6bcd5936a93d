import type { MigrationInterface, QueryRunner } from 'typeorm';

const EARLIER = `'amount_mismatch', 'reference_mismatch', 'paid_twice', 'refund_short', 'account_deleted',
  'paid_late', 'paid_after_refund', 'receiver_unknown', 'refunded_in_part', 'disputed'`;

const allow = (reasons: string): string => `
  ALTER TABLE topup DROP CONSTRAINT topup_review_check,
    ADD CONSTRAINT topup_review_check CHECK (cardinality(review) > 0 AND review <@ ARRAY[${reasons}])`;

/** A reason for a review: a refund that did not reach the customer. */
export class RefundFailed1797741000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(allow(`${EARLIER}, 'refund_failed'`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE topup SET review = nullif(array_remove(review, 'refund_failed'), '{}'),
        review_since = CASE WHEN review = ARRAY['refund_failed'] THEN NULL ELSE review_since END
       WHERE 'refund_failed' = ANY (review)`);
    await db.query(allow(EARLIER));
  }
}
