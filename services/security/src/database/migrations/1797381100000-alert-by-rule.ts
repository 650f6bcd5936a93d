import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index for the recent hits of each rule. */
export class AlertByRule1797381100000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX alert_by_rule ON alert (rule, created_at)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX alert_by_rule');
  }
}
