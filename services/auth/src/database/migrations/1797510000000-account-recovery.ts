import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Recoveries of accounts whose owner has lost all second factors. The previous version ignores them. */
export class AccountRecovery1797510000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE account_recovery (
        user_id uuid PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
        requested_by uuid NOT NULL,
        cancel_hash bytea NOT NULL,
        effective_at timestamptz NOT NULL,
        CONSTRAINT account_recovery_cancel_key UNIQUE (cancel_hash)
      )
    `);
    await db.query('CREATE INDEX account_recovery_due ON account_recovery (effective_at)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE account_recovery');
  }
}
