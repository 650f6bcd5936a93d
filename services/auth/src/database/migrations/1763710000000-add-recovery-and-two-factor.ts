import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddRecoveryAndTwoFactor1763710000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- One link per user: a newer one takes the place of the older.
      CREATE TABLE password_reset (
        user_id uuid PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
        token_hash bytea NOT NULL UNIQUE,
        -- The link is void once the account's address or epoch is another.
        email text NOT NULL,
        epoch integer NOT NULL,
        expires_at timestamptz NOT NULL
      );

      CREATE TABLE two_factor (
        user_id uuid PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
        sealed_secret text NOT NULL,
        -- Null while it is set up and not yet enabled.
        enabled_at timestamptz,
        -- The 30-second step of the last code that was accepted; only later ones are.
        last_time_step bigint NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL
      );

      -- A sign-in whose password was right and that waits for its code.
      CREATE TABLE two_factor_challenge (
        id_hash bytea PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES user_account ON DELETE CASCADE,
        epoch integer NOT NULL,
        tries integer NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX two_factor_challenge_of_user ON two_factor_challenge (user_id);
      CREATE INDEX two_factor_challenge_expiry ON two_factor_challenge (expires_at);

      -- Single use: using one deletes its row.
      CREATE TABLE recovery_code (
        code_hash bytea PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES user_account ON DELETE CASCADE
      );
      CREATE INDEX recovery_code_of_user ON recovery_code (user_id);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE recovery_code, two_factor_challenge, two_factor, password_reset');
  }
}
