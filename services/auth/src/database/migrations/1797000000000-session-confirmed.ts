import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SessionConfirmed1797000000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Time of the last password or code confirmation after the sign-in; null if there was only the sign-in. Version
    // 0.1.0 ignores the column.
    await db.query('ALTER TABLE session ADD COLUMN confirmed_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE session DROP COLUMN confirmed_at');
  }
}
