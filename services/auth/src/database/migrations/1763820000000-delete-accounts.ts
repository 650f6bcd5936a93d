import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeleteAccounts1763820000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE user_account ADD COLUMN deleting_since timestamptz;

      -- A deletion that is under way, or whose undoing is. It ends with its row.
      CREATE TABLE account_deletion (
        user_id uuid PRIMARY KEY,
        -- Of this attempt, growing: what comes late of an older one is refused.
        id uuid NOT NULL,
        requested_by uuid NOT NULL,
        -- closing: install has not said yet that nothing is under way.
        -- reopening: given up; install has not heard of it yet.
        step text NOT NULL CHECK (step IN ('closing', 'reopening')),
        -- Until then one process works on it; afterwards the sweeper takes it up.
        claimed_until timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX account_deletion_claim ON account_deletion (claimed_until);

      -- Opaque ids of accounts that are gone: what is left of their access tokens is refused, and no
      -- import brings them back.
      CREATE TABLE deleted_user (
        id uuid PRIMARY KEY,
        deleted_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX deleted_user_lately ON deleted_user (deleted_at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE deleted_user, account_deletion;
      ALTER TABLE user_account DROP COLUMN deleting_since;
    `);
  }
}
