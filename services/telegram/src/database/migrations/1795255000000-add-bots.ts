import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddBots1795255000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE telegram_link
        ALTER COLUMN telegram_user_id TYPE bigint USING telegram_user_id::bigint`);
    await runner.query(`
      CREATE TABLE link_code (
        code_hash text PRIMARY KEY,
        user_id uuid NOT NULL,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX link_code_by_user ON link_code (user_id, created_at)`);
    await runner.query(`
      CREATE TABLE notice_setting (
        user_id uuid NOT NULL,
        event text NOT NULL,
        telegram boolean NOT NULL,
        email boolean NOT NULL,
        PRIMARY KEY (user_id, event)
      )`);
    await runner.query(`
      CREATE TABLE telegram_bot (
        name text PRIMARY KEY,
        -- What an administrator wants; it outlives every process.
        running boolean NOT NULL DEFAULT true,
        started_at timestamptz DEFAULT now(),
        -- Telegram's id of the bot behind the token: another one begins anew.
        bot_id bigint,
        update_offset bigint,
        last_update_at timestamptz,
        message_count bigint NOT NULL DEFAULT 0,
        command_count bigint NOT NULL DEFAULT 0,
        error_count bigint NOT NULL DEFAULT 0,
        token_refused boolean NOT NULL DEFAULT false,
        problem text,
        paused_until timestamptz
      )`);
    await runner.query(`INSERT INTO telegram_bot (name) VALUES ('primary'), ('backup')`);
    await runner.query(`
      CREATE TABLE telegram_chat (
        bot text NOT NULL,
        chat_id bigint NOT NULL,
        started_at timestamptz NOT NULL DEFAULT now(),
        -- The user blocked or deleted the bot.
        blocked_at timestamptz,
        next_message_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (bot, chat_id)
      )`);
    await runner.query(`CREATE INDEX telegram_chat_by_chat ON telegram_chat (chat_id)`);
    await runner.query(`
      CREATE TABLE telegram_update (
        bot text NOT NULL,
        update_id bigint NOT NULL,
        worked_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (bot, update_id)
      )`);
    await runner.query(`
      ALTER TABLE notice
        ALTER COLUMN user_id DROP NOT NULL,
        ALTER COLUMN event_id DROP NOT NULL,
        ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY,
        ADD COLUMN bot text,
        ADD COLUMN chat_id bigint,
        ADD COLUMN recipient text NOT NULL
          GENERATED ALWAYS AS (coalesce('user:' || user_id::text, 'chat:' || chat_id::text)) STORED,
        ADD COLUMN status text NOT NULL DEFAULT 'skipped',
        ADD COLUMN channel text,
        ADD COLUMN no_email boolean NOT NULL DEFAULT false,
        ADD COLUMN attempts integer NOT NULL DEFAULT 0,
        ADD COLUMN next_attempt_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN give_up_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
        ADD COLUMN message_id bigint,
        ADD COLUMN error text,
        ADD COLUMN sent_at timestamptz`);
    // What was recorded before anything could be sent is old news; from here on notices wait.
    await runner.query(`ALTER TABLE notice ALTER COLUMN status SET DEFAULT 'waiting'`);
    await runner.query(
      `CREATE INDEX notice_waiting ON notice (recipient, seq) WHERE status = 'waiting'`,
    );
    await runner.query(`CREATE INDEX notice_by_status ON notice (status, seq DESC)`);
    await runner.query(
      `CREATE INDEX notice_by_install ON notice ((content->>'installId'), seq DESC)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE telegram_update, telegram_chat, telegram_bot, notice_setting, link_code`,
    );
    await runner.query(`DELETE FROM notice WHERE user_id IS NULL OR event_id IS NULL`);
    await runner.query(`
      ALTER TABLE notice
        DROP COLUMN sent_at, DROP COLUMN error, DROP COLUMN message_id, DROP COLUMN give_up_at,
        DROP COLUMN next_attempt_at, DROP COLUMN attempts, DROP COLUMN no_email,
        DROP COLUMN channel, DROP COLUMN status, DROP COLUMN recipient, DROP COLUMN chat_id,
        DROP COLUMN bot, DROP COLUMN seq,
        ALTER COLUMN user_id SET NOT NULL, ALTER COLUMN event_id SET NOT NULL`);
    await runner.query(
      `ALTER TABLE telegram_link ALTER COLUMN telegram_user_id TYPE text USING telegram_user_id::text`,
    );
  }
}
