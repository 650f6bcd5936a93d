import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SessionConfirmed1797000000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // When a password or code was last given after the sign-in; null: at the sign-in. Version 0.1.0 goes on without it.
    await db.query('ALTER TABLE session ADD COLUMN confirmed_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE session DROP COLUMN confirmed_at');
  }
}
