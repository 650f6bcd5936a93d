import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores how far a user has read their notifications, shared across devices. */
export class AddNoticeRead1797350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notice_read (
        user_id uuid PRIMARY KEY,
        -- By when they were recorded, not by their ids: an event may come later than one that is younger.
        read_until timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notice_read');
  }
}
