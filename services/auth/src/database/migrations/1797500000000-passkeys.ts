import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passkeys. The previous version ignores them, so it asks their owners for the password only. */
export class Passkeys1797500000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE passkey (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        credential_id text NOT NULL,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        device text NOT NULL,
        synced boolean NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz,
        CONSTRAINT passkey_credential_key UNIQUE (credential_id)
      )
    `);
    await db.query('CREATE INDEX passkey_of_user ON passkey (user_id)');
    await db.query(`
      CREATE TABLE passkey_challenge (
        challenge_hash bytea PRIMARY KEY,
        purpose text NOT NULL,
        user_id uuid REFERENCES user_account (id) ON DELETE CASCADE,
        expires_at timestamptz NOT NULL
      )
    `);
    await db.query('CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at)');
    // Used when an account is deleted.
    await db.query(
      'CREATE INDEX passkey_challenge_of_user ON passkey_challenge (user_id) WHERE user_id IS NOT NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE passkey_challenge');
    await db.query('DROP TABLE passkey');
  }
}
