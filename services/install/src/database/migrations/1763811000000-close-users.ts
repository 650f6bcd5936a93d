import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CloseUsers1763811000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Outlives the user: an opaque id, so that nothing of theirs begins or comes back late.
      CREATE TABLE closed_user (
        user_id uuid PRIMARY KEY,
        -- The newest attempt to delete the user.
        deletion_id uuid NOT NULL,
        -- False once that attempt was given up.
        closed boolean NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE closed_user');
  }
}
