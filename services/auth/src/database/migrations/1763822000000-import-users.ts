import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ImportUsers1763822000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE user_account
        ADD COLUMN imported_at timestamptz,
        -- The account's id where it came from, if that was no UUID.
        ADD COLUMN legacy_id text;
      CREATE UNIQUE INDEX user_account_legacy_id ON user_account (legacy_id)
        WHERE legacy_id IS NOT NULL;
      ALTER TABLE deleted_user ADD COLUMN legacy_id text UNIQUE;

      -- The second door of the same record: the link in a legacy user's mail. Null where only the code counts.
      ALTER TABLE email_verification ADD COLUMN link_hash bytea;
      CREATE UNIQUE INDEX email_verification_link ON email_verification (link_hash)
        WHERE link_hash IS NOT NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE email_verification DROP COLUMN link_hash;
      ALTER TABLE deleted_user DROP COLUMN legacy_id;
      ALTER TABLE user_account DROP COLUMN legacy_id, DROP COLUMN imported_at;
    `);
  }
}
