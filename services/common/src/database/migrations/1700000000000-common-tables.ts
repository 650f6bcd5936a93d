import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CommonTables1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id uuid NOT NULL UNIQUE,
        subject text NOT NULL,
        ordering_key text,
        payload text NOT NULL,
        correlation_id text NOT NULL,
        actor_id text NOT NULL DEFAULT '',
        occurred_at timestamptz NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        available_at timestamptz NOT NULL DEFAULT now(),
        published_at timestamptz
      )`);
    await runner.query(`CREATE INDEX outbox_waiting ON outbox (seq) WHERE published_at IS NULL`);
    await runner.query(
      `CREATE INDEX outbox_waiting_by_key ON outbox (ordering_key, seq)
         WHERE published_at IS NULL AND ordering_key IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL`,
    );
    await runner.query(`
      CREATE TABLE inbox (
        consumer text NOT NULL,
        event_id uuid NOT NULL,
        processed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (consumer, event_id)
      )`);
    await runner.query(`
      CREATE TABLE dead_letter (
        id uuid PRIMARY KEY,
        consumer text NOT NULL,
        message_id text NOT NULL,
        subject text NOT NULL,
        envelope text NOT NULL,
        error text NOT NULL,
        deliveries integer NOT NULL,
        dead_at timestamptz NOT NULL DEFAULT now(),
        replay_requested_at timestamptz,
        UNIQUE (consumer, message_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE dead_letter, inbox, outbox`);
  }
}
