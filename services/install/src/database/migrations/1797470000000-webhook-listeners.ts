import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Programs that listen: endpoints without an address, for as long as these listen. They are paused, so that no worker
 * sends to them, those of a version before this one included.
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
