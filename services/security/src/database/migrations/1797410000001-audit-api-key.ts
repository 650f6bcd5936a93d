import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which API key the actor acted. A service of the version before writes beside it and leaves it null. */
export class AuditApiKey1797410000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_entry ADD COLUMN api_key_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_entry DROP COLUMN api_key_id');
  }
}
