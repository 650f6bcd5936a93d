import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Distinguishes choices made while `quota_low` is opt-in. Older replicas neither read nor set the column. */
export class NoticeOptIn1797740000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE notice_setting ADD COLUMN opt_in boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE notice_setting DROP COLUMN opt_in');
  }
}
