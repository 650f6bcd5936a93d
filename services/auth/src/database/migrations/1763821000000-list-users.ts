import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists and searches of users cost the same with 100,000 of them as with 100. */
export class ListUsers1763821000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
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
      LOCK TABLE user_account IN SHARE ROW EXCLUSIVE MODE;
      INSERT INTO user_count SELECT part, 0 FROM generate_series(0, 15) part;
      UPDATE user_count SET users = (SELECT count(*) FROM user_account) WHERE part = 0;
      CREATE TRIGGER user_account_added AFTER INSERT ON user_account
        REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();
      CREATE TRIGGER user_account_removed AFTER DELETE ON user_account
        REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER user_account_added ON user_account;
      DROP TRIGGER user_account_removed ON user_account;
      DROP FUNCTION count_users;
      DROP TABLE user_count;
      DROP INDEX user_account_newest, user_account_search, user_account_username_begins,
        user_account_email_begins;
      DROP EXTENSION pg_trgm;
    `);
  }
}
