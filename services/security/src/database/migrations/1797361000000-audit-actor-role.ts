import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an actor was when they acted. Entries of 0.1.0, which also writes beside this, have none. */
export class AuditActorRole1797361000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_entry ADD COLUMN actor_role text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_entry DROP COLUMN actor_role');
  }
}
