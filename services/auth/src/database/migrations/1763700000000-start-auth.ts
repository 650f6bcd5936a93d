import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StartAuth1763700000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE user_account (
        id uuid PRIMARY KEY,
        username text NOT NULL,
        -- Legacy users may have none yet.
        email text CHECK (email <> ''),
        email_verified_at timestamptz,
        password_hash text NOT NULL,
        admin boolean NOT NULL DEFAULT false,
        -- Access tokens that carry a smaller number are refused.
        epoch integer NOT NULL DEFAULT 1,
        epoch_raised_at timestamptz,
        first_name text,
        avatar_url text,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX user_account_username_key ON user_account (lower(username));
      CREATE UNIQUE INDEX user_account_email_key ON user_account (lower(email));
      CREATE INDEX user_account_epoch_raised ON user_account (epoch_raised_at)
        WHERE epoch_raised_at IS NOT NULL;
      CREATE INDEX user_account_admin ON user_account (id) WHERE admin;

      CREATE TABLE session (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES user_account ON DELETE CASCADE,
        -- Grows by one with every rotation; refresh tokens carry the one they were made for.
        generation integer NOT NULL DEFAULT 1,
        rotated_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        revoked_because text
      );
      CREATE INDEX session_of_user ON session (user_id);
      CREATE INDEX session_expiry ON session (expires_at);
      CREATE INDEX session_revoked ON session (revoked_at) WHERE revoked_at IS NOT NULL;

      -- Spent ones stay as long as their session, so that reuse is noticed.
      CREATE TABLE refresh_token (
        token_hash bytea PRIMARY KEY,
        session_id uuid NOT NULL REFERENCES session ON DELETE CASCADE,
        generation integer NOT NULL
      );
      CREATE INDEX refresh_token_session ON refresh_token (session_id);

      -- Single use: answering deletes the row.
      CREATE TABLE captcha_challenge (
        id uuid PRIMARY KEY,
        answer_hash bytea NOT NULL,
        honeypot_field text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX captcha_challenge_expiry ON captcha_challenge (expires_at);

      -- One code per user: a new one takes the place of the old.
      CREATE TABLE email_verification (
        user_id uuid PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
        id uuid NOT NULL UNIQUE,
        email text NOT NULL,
        code_hash bytea NOT NULL,
        tries integer NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL
      );

      -- How far ahead of now each key has already used its allowance (see throttle.service.ts).
      CREATE TABLE throttle (
        key text PRIMARY KEY,
        used_until timestamptz NOT NULL
      );
      CREATE INDEX throttle_used_until ON throttle (used_until);

      -- The text is sealed, since it holds codes, and is erased once the mail is sent or given up.
      CREATE TABLE outgoing_mail (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        sealed text,
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL,
        give_up_at timestamptz NOT NULL,
        sent_at timestamptz,
        failed_at timestamptz,
        last_error text,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX outgoing_mail_due ON outgoing_mail (next_attempt_at)
        WHERE sent_at IS NULL AND failed_at IS NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE outgoing_mail, throttle, email_verification, captcha_challenge, refresh_token,
        session, user_account
    `);
  }
}
