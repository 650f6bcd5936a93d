import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EraseUsers1763830000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Opaque ids: what comes late of a deleted user is not kept.
      CREATE TABLE deleted_user (
        user_id uuid PRIMARY KEY,
        deleted_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deleted_user');
  }
}
