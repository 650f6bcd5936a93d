import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startPartitions } from '@casement/common/data/database/partitions.js';

/** Creates the entire schema. */
export class StartTelegram1763720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await links(runner);
    await bots(runner);
    await notices(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE notice, notice_setting, telegram_update, chat_language, telegram_chat, telegram_bot,
                  deleted_user, link_code, telegram_link`,
    );
    await runner.query(`DELETE FROM partitioned_table WHERE name = 'notice'`);
  }
}

async function links(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE telegram_link (
      user_id uuid PRIMARY KEY,
      telegram_user_id bigint NOT NULL UNIQUE,
      username text,
      display_name text NOT NULL,
      notifications_enabled boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
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
    -- Opaque ids: late events of a deleted user are not kept.
    CREATE TABLE deleted_user (
      user_id uuid PRIMARY KEY,
      deleted_at timestamptz NOT NULL DEFAULT now()
    )`);
}

async function bots(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE telegram_bot (
      name text PRIMARY KEY,
      -- Set by administrators; it outlives every process.
      running boolean NOT NULL DEFAULT true,
      started_at timestamptz DEFAULT now(),
      -- Telegram's id of the bot behind the token: another one starts without an offset.
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
  // Language chosen with /language. One row serves both bots, because the chat ID is the same.
  await runner.query(
    `CREATE TABLE chat_language (chat_id bigint PRIMARY KEY, language text NOT NULL)`,
  );
  await runner.query(`
    CREATE TABLE telegram_update (
      bot text NOT NULL,
      update_id bigint NOT NULL,
      handled_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (bot, update_id)
    )`);
}

async function notices(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE notice_setting (
      user_id uuid NOT NULL,
      event text NOT NULL,
      telegram boolean NOT NULL,
      email boolean NOT NULL,
      PRIMARY KEY (user_id, event)
    )`);
  await runner.query(`
    CREATE TABLE notice (
      -- The event's own id, or a new one for a reply: one notice per event, and the order of sending.
      id uuid PRIMARY KEY,
      user_id uuid,
      kind text NOT NULL,
      content jsonb NOT NULL,
      bot text,
      chat_id bigint,
      -- Notices of one recipient are sent in order.
      recipient text NOT NULL,
      status text NOT NULL DEFAULT 'waiting',
      channel text,
      no_email boolean NOT NULL DEFAULT false,
      attempts integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL DEFAULT now(),
      give_up_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
      message_id bigint,
      -- The message shows the install's end, or is gone: it is not edited any more.
      message_closed boolean NOT NULL DEFAULT false,
      error text,
      sent_at timestamptz,
      occurred_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    ) PARTITION BY RANGE (id)`);
  await runner.query(`CREATE INDEX notice_by_user ON notice (user_id, id DESC)`);
  await runner.query(
    `CREATE INDEX notice_waiting ON notice (recipient, id) WHERE status = 'waiting'`,
  );
  await runner.query(`CREATE INDEX notice_by_status ON notice (status, id DESC)`);
  await runner.query(`CREATE INDEX notice_by_install ON notice ((content->>'installId'), id DESC)`);
  await runner.query(
    `CREATE INDEX notice_in_progress ON notice ((content->>'installId'), id DESC)
      WHERE kind = 'install_progress' AND status = 'sent' AND NOT message_closed`,
  );
  await startPartitions(runner, { table: 'notice', stepDays: 30, retentionDays: 180 });
}
