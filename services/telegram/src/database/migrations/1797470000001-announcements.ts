import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Texts for all customers. The previous version ignores the table. */
export class Announcements1797470000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE announcement (
        id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('information', 'maintenance')),
        text_en text NOT NULL,
        text_id text NOT NULL,
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        CONSTRAINT announcement_ends_after_start CHECK (starts_at < ends_at)
      )`);
    await runner.query('CREATE INDEX announcement_end ON announcement (ends_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE announcement');
  }
}
