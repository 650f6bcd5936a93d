import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the API key used by the actor. During the upgrade, the previous version leaves it null. */
export class AuditApiKey1797410000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_entry ADD COLUMN api_key_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_entry DROP COLUMN api_key_id');
  }
}
