import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Language and time zone chosen by a user. The previous version ignores the columns. */
export class UserPreferences1797520000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE user_account
        ADD COLUMN language_chosen boolean NOT NULL DEFAULT false,
        ADD COLUMN time_zone text NOT NULL DEFAULT 'Asia/Jakarta'
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE user_account DROP COLUMN language_chosen, DROP COLUMN time_zone');
  }
}
