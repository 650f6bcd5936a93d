import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the actor's role at the time of the action. Entries of 0.1.0, which still writes during the upgrade, have
 * none.
 */
export class AuditActorRole1797361000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_entry ADD COLUMN actor_role text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_entry DROP COLUMN actor_role');
  }
}
