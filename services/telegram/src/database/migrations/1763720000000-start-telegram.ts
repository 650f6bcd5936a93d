import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StartTelegram1763720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE telegram_link (
        user_id uuid PRIMARY KEY,
        telegram_user_id text NOT NULL UNIQUE,
        username text,
        display_name text NOT NULL,
        notifications_enabled boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE notice (
        id uuid PRIMARY KEY,
        event_id uuid NOT NULL UNIQUE,
        user_id uuid NOT NULL,
        kind text NOT NULL,
        content jsonb NOT NULL,
        occurred_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX notice_by_user ON notice (user_id, id DESC)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notice, telegram_link');
  }
}
