import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StartAuth1796000000000 implements MigrationInterface {
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
        -- While set, the account is being deleted.
        deleting_since timestamptz,
        imported_at timestamptz,
        -- The account's id in the product it was imported from, if that was no UUID.
        legacy_id text,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX user_account_username_key ON user_account (lower(username));
      CREATE UNIQUE INDEX user_account_email_key ON user_account (lower(email));
      CREATE INDEX user_account_epoch_raised ON user_account (epoch_raised_at)
        WHERE epoch_raised_at IS NOT NULL;
      CREATE INDEX user_account_admin ON user_account (id) WHERE admin;
      CREATE UNIQUE INDEX user_account_legacy_id ON user_account (legacy_id)
        WHERE legacy_id IS NOT NULL;

      CREATE INDEX user_account_newest ON user_account (created_at DESC, id DESC);

      -- Of contrib, and trusted: the database's owner may create it.
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE INDEX user_account_search ON user_account
        USING gin (lower(username || E'\\n' || coalesce(email, '')) gin_trgm_ops);
      -- A search of one or two letters, which have no trigram, looks at the beginnings.
      CREATE INDEX user_account_username_begins ON user_account (lower(username) text_pattern_ops);
      CREATE INDEX user_account_email_begins ON user_account (lower(email) text_pattern_ops);

      -- How many accounts there are, without counting them. In parts, so that registrations at the
      -- same time do not wait for each other.
      CREATE TABLE user_count (part integer PRIMARY KEY, users bigint NOT NULL);
      CREATE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE user_count
          SET users = users + (SELECT count(*) FROM changed) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
          WHERE part = pg_backend_pid() % 16;
        RETURN NULL;
      END $$;
      INSERT INTO user_count SELECT part, 0 FROM generate_series(0, 15) part;
      CREATE TRIGGER user_account_added AFTER INSERT ON user_account
        REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();
      CREATE TRIGGER user_account_removed AFTER DELETE ON user_account
        REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();

      CREATE TABLE session (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES user_account ON DELETE CASCADE,
        -- Grows by one with every rotation; refresh tokens carry the one they were made for.
        generation integer NOT NULL DEFAULT 1,
        rotated_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        revoked_because text,
        device text NOT NULL DEFAULT 'Unknown device',
        -- Of its last refresh.
        address text
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
        expires_at timestamptz NOT NULL,
        -- The link in a legacy user's mail, for the same record. Null where only the code counts.
        link_hash bytea
      );
      CREATE UNIQUE INDEX email_verification_link ON email_verification (link_hash)
        WHERE link_hash IS NOT NULL;

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

      -- A deletion that is under way, or whose undoing is. It ends with its row.
      CREATE TABLE account_deletion (
        user_id uuid PRIMARY KEY,
        -- Of this attempt, growing: what comes late of an older one is refused.
        id uuid NOT NULL,
        requested_by uuid NOT NULL,
        -- closing: install has not answered yet that nothing is under way.
        -- reopening: given up; install has not been notified yet.
        step text NOT NULL CHECK (step IN ('closing', 'reopening')),
        -- Until then one process works on it; afterwards the sweeper claims it.
        claimed_until timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX account_deletion_claim ON account_deletion (claimed_until);

      -- Opaque ids of accounts that are gone: what is left of their access tokens is refused, and no
      -- import brings them back.
      CREATE TABLE deleted_user (
        id uuid PRIMARY KEY,
        deleted_at timestamptz NOT NULL DEFAULT now(),
        legacy_id text UNIQUE
      );
      CREATE INDEX deleted_user_lately ON deleted_user (deleted_at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE deleted_user, account_deletion, recovery_code, two_factor_challenge, two_factor, password_reset,
        outgoing_mail, throttle, email_verification, captcha_challenge, refresh_token, session, user_account, user_count;
      DROP FUNCTION count_users;
      DROP EXTENSION pg_trgm;
    `);
  }
}
