import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables of every service's database: outbox, inbox, dead letters, dependency tests, leases, partitions. */
export class StartCommon1700000000000 implements MigrationInterface {
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
    await runner.query(`CREATE INDEX inbox_processed ON inbox (processed_at)`);
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
    await runner.query(`
      CREATE TABLE dependency_test (
        name text PRIMARY KEY,
        started_at timestamptz NOT NULL,
        ok boolean,
        answer text,
        asked_at timestamptz
      )`);
    await runner.query(`
      CREATE TABLE lease (
        name text PRIMARY KEY,
        lease_owner text,
        lease_epoch integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE partitioned_table (
        name text PRIMARY KEY,
        step_days integer NOT NULL CHECK (step_days > 0),
        retention_days integer CHECK (retention_days > 0)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE partitioned_table, lease, dependency_test, dead_letter, inbox, outbox`,
    );
  }
}
