import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Listening programs: endpoints without a URL that exist while the program listens. They are stored as paused, so
 * that no worker delivers to them, including workers of older versions.
 */
export class WebhookListeners1797470000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE webhook_endpoint ADD listening_until timestamptz,
        ADD CHECK (listening_until IS NULL OR paused_at IS NOT NULL);
      CREATE INDEX webhook_endpoint_listening ON webhook_endpoint (listening_until)
        WHERE listening_until IS NOT NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM webhook_endpoint WHERE listening_until IS NOT NULL;
      ALTER TABLE webhook_endpoint DROP COLUMN listening_until;
    `);
  }
}
