import type { MigrationInterface, QueryRunner } from 'typeorm';

const BEFORE = [
  'amount_mismatch',
  'reference_mismatch',
  'paid_twice',
  'refund_short',
  'account_deleted',
  'paid_late',
];
const NOW = [...BEFORE, 'paid_after_refund', 'receiver_unknown'];

/** A top-up may wait for an administrator for several reasons: a list of words with commas, the oldest first. */
export class AddReviewReasons1795168816000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const reason = `(${NOW.join('|')})`;
    await queryRunner.query(`
      ALTER TABLE topup
        DROP CONSTRAINT topup_review_check,
        ADD CONSTRAINT topup_review_check CHECK (review ~ '^${reason}(,${reason})*$')`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      UPDATE topup SET review = CASE split_part(review, ',', 1)
          WHEN 'paid_after_refund' THEN 'reference_mismatch'
          WHEN 'receiver_unknown' THEN 'amount_mismatch'
          ELSE split_part(review, ',', 1) END
       WHERE review IS NOT NULL`);
    const known = BEFORE.map((review) => `'${review}'`).join(', ');
    await queryRunner.query(`
      ALTER TABLE topup
        DROP CONSTRAINT topup_review_check,
        ADD CONSTRAINT topup_review_check CHECK (review IN (${known}))`);
  }
}
