import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An address is unique only once verified. The index keeps its name, by which version 0.1.0 knows the error of a
 * verification that comes second and answers 409. Equality is looked up in user_account_email_begins.
 *
 * What 0.1.0 does beside it, with addresses that several accounts have:
 * - a registration or Add Email with a taken address is no error any more: the account is made, and gets its code. The owner is not
 *   told, and a code may go to an owner who has verified the address; it verifies nothing (409).
 * - a sign-in by address reaches any one of the accounts: the right password of another one is refused. By username it works.
 * - a reset link may be for any one of the accounts; it goes to the address all the same, so it is in its owner's hands only.
 * - a verification takes the address from no one. The others lose it when they try to verify it in this version.
 * - a first administrator is made though an unverified account has ADMIN_EMAIL.
 * No account's password, session or quota is reached by another's owner.
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

  /** Of several accounts with one address that which a sign-in by it reaches keeps it. */
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
