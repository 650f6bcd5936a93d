import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Suspension and administrators' note. The previous version ignores the columns and lets suspended users sign in. */
export class SuspendedUsers1797470000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE user_account
        ADD suspended_at timestamptz,
        ADD suspended_reason text,
        ADD admin_note text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE user_account
        DROP suspended_at,
        DROP suspended_reason,
        DROP admin_note`);
  }
}
