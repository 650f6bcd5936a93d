import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deleted users, whose later money is not credited, and administrators' corrections by their idempotency key. */
export class AddClosedAccounts1795168806000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE closed_account (
        user_id uuid PRIMARY KEY,
        closed_at timestamptz NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`
      CREATE TABLE quota_request (
        actor_id uuid NOT NULL,
        idempotency_key text NOT NULL,
        request_hash text NOT NULL,
        new_quota integer,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (actor_id, idempotency_key)
      )`);
    await queryRunner.query(`
      ALTER TABLE topup
        ADD COLUMN review_since timestamptz,
        DROP CONSTRAINT topup_review_check,
        ADD CONSTRAINT topup_review_check CHECK (review IN
          ('amount_mismatch', 'reference_mismatch', 'paid_twice', 'refund_short', 'account_deleted'))`);
    await queryRunner.query('UPDATE topup SET review_since = updated_at WHERE review IS NOT NULL');
    await queryRunner.query('DROP INDEX topup_to_review');
    await queryRunner.query(`
      CREATE INDEX topup_to_review ON topup (review_since, id) WHERE review IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX topup_to_review');
    await queryRunner.query(
      'CREATE INDEX topup_to_review ON topup (updated_at) WHERE review IS NOT NULL',
    );
    await queryRunner.query(`UPDATE topup SET review = NULL WHERE review = 'account_deleted'`);
    await queryRunner.query(`
      ALTER TABLE topup
        DROP COLUMN review_since,
        DROP CONSTRAINT topup_review_check,
        ADD CONSTRAINT topup_review_check CHECK (review IN
          ('amount_mismatch', 'reference_mismatch', 'paid_twice', 'refund_short'))`);
    await queryRunner.query('DROP TABLE quota_request, closed_account');
  }
}
