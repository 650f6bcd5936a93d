import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhook endpoints of users, and pending and past deliveries of each. */
export class Webhooks1797430000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhook_endpoint (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        url text NOT NULL,
        events text[] NOT NULL,
        secret text NOT NULL,
        previous_secret text,
        previous_secret_until timestamptz,
        paused_at timestamptz,
        pause_reason text CHECK (pause_reason IN ('owner', 'failing', 'gone')),
        failing_since timestamptz,
        slow boolean NOT NULL DEFAULT true,
        run_after timestamptz NOT NULL DEFAULT now(),
        lease_owner text,
        lease_epoch bigint NOT NULL DEFAULT 0,
        lease_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK ((paused_at IS NULL) = (pause_reason IS NULL)),
        CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
      );
      CREATE INDEX webhook_endpoint_by_user ON webhook_endpoint (user_id, id);

      CREATE TABLE webhook_delivery (
        id uuid PRIMARY KEY,
        seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        endpoint_id uuid NOT NULL REFERENCES webhook_endpoint (id) ON DELETE CASCADE,
        event_id uuid NOT NULL,
        event text NOT NULL,
        ordering_key text,
        payload text NOT NULL,
        status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed')),
        next_try_at timestamptz NOT NULL DEFAULT now(),
        give_up_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
        failures integer NOT NULL DEFAULT 0,
        tries jsonb NOT NULL DEFAULT '[]',
        answer text,
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (endpoint_id, event_id)
      );
      CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, next_try_at) WHERE status = 'waiting';
      CREATE INDEX webhook_delivery_in_order ON webhook_delivery (endpoint_id, ordering_key, seq)
        WHERE status = 'waiting' AND ordering_key IS NOT NULL;
      CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery (endpoint_id, id DESC);
      CREATE INDEX webhook_delivery_by_age ON webhook_delivery (created_at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE webhook_delivery, webhook_endpoint');
  }
}
