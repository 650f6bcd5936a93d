import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes an address unique only once it is verified. The index keeps its name because version 0.1.0 recognizes the
 * error of a second verification by it and answers 409. Lookups by address use user_account_email_begins.
 *
 * Behavior of 0.1.0 with addresses shared by several accounts, while it runs in parallel during an upgrade:
 * - A registration or Add Email with a taken address no longer fails. The account is created and gets its code. The
 *   owner is not notified, and a code may reach an owner who has already verified the address. The code verifies
 *   nothing (409).
 * - A sign-in by address reaches an arbitrary one of the accounts, so the correct password of another one is
 *   refused. Signing in by username works.
 * - A reset link may belong to any of the accounts. It is still sent only to the address, so only the owner of the
 *   mailbox receives it.
 * - A verification does not remove the address from other accounts. They lose it when they try to verify it in this
 *   version.
 * - A first administrator is created even if an unverified account has ADMIN_EMAIL.
 *
 * No account's password, session or quota becomes accessible to the owner of another account.
 */
export class EmailUniqueOnceVerified1797310000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX user_account_email_key;
      CREATE UNIQUE INDEX user_account_email_key ON user_account (lower(email))
        WHERE email_verified_at IS NOT NULL;
      -- When Add Email gave the account its address, or it lost one; null: it is as it came with the account.
      ALTER TABLE user_account ADD COLUMN email_changed_at timestamptz;
    `);
  }

  /** If several accounts share an address, the account that a sign-in by address reaches keeps it. */
  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE user_account SET email = NULL WHERE id IN (
        SELECT id FROM (
          SELECT id, row_number() OVER (PARTITION BY lower(email)
            ORDER BY email_verified_at IS NULL, coalesce(email_changed_at, created_at), id) AS place
          FROM user_account WHERE email IS NOT NULL) AS holder
        WHERE place > 1);
      ALTER TABLE user_account DROP COLUMN email_changed_at;
      DROP INDEX user_account_email_key;
      CREATE UNIQUE INDEX user_account_email_key ON user_account (lower(email));
    `);
  }
}
