import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Language of a user's mails. The previous version ignores the column. */
export class UserLanguage1797390000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE user_account ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'id'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_account DROP COLUMN language');
  }
}
