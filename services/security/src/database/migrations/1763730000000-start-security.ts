import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startPartitions } from '@casement/common/data/database/partitions.js';

/** Creates the entire schema. The default rules are seeded at every start (`rules/default-rules.ts`). */
export class StartSecurity1763730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await signals(runner);
    await rules(runner);
    await alerts(runner);
    await blocks(runner);
    await recoveries(runner);
    await auditEntries(runner);
    for (const table of ['alert', 'blocked_ip']) await searchByNumber(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE audit_entry, recovery_check, recovery, allowed_network, blocked_ip, alert_rollup_state,
                  alert_rollup, alert, rule_hit, offender, rule_set, rule, signal`,
    );
    await runner.query(`DROP FUNCTION count_rule_change`);
    await runner.query(`DELETE FROM partitioned_table WHERE name IN ('signal', 'audit_entry')`);
  }
}

async function signals(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE signal (
      id uuid PRIMARY KEY,
      kind text NOT NULL,
      ip text,
      source text,
      user_id uuid,
      service text NOT NULL,
      detail text NOT NULL,
      occurred_at timestamptz NOT NULL,
      count integer NOT NULL DEFAULT 1
    ) PARTITION BY RANGE (id)`);
  await runner.query(
    `CREATE INDEX signal_by_source ON signal (source, kind, occurred_at) WHERE source IS NOT NULL`,
  );
  await runner.query(
    `CREATE INDEX signal_by_user ON signal (user_id, kind, occurred_at) WHERE user_id IS NOT NULL`,
  );
  await runner.query(`CREATE INDEX signal_by_kind ON signal (kind, occurred_at)`);
  await startPartitions(runner, { table: 'signal', stepDays: 7, retentionDays: 90 });
}

async function rules(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE rule (
      name text PRIMARY KEY,
      description text NOT NULL,
      message text NOT NULL,
      kinds text[] NOT NULL,
      per text NOT NULL CHECK (per IN ('address', 'account', 'everywhere')),
      counts text NOT NULL CHECK (counts IN ('signals', 'targets', 'addresses')),
      threshold integer NOT NULL CHECK (threshold > 0),
      window_seconds integer NOT NULL CHECK (window_seconds > 0),
      during text REFERENCES rule,
      alert_type text NOT NULL CHECK (alert_type IN ('brute_force', 'rate_limit', 'suspicious')),
      severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
      decision text NOT NULL CHECK (decision IN ('none', 'temporary', 'block')),
      block_minutes integer NOT NULL DEFAULT 0 CHECK (decision = 'none' OR block_minutes > 0),
      growth double precision NOT NULL DEFAULT 4 CHECK (growth >= 1),
      max_block_minutes integer NOT NULL DEFAULT 10080,
      mode text NOT NULL DEFAULT 'on' CHECK (mode IN ('on', 'simulate', 'off'))
    )`);
  // Version of the rules, by which every replica detects that its cached rules are stale.
  await runner.query(`
    CREATE TABLE rule_set (
      only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
      version bigint NOT NULL
    )`);
  await runner.query(`INSERT INTO rule_set (version) VALUES (1)`);
  await runner.query(`
    CREATE FUNCTION count_rule_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE rule_set SET version = version + 1;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER rule_changed AFTER INSERT OR UPDATE OR DELETE ON rule
      FOR EACH STATEMENT EXECUTE FUNCTION count_rule_change()`);
  await runner.query(`
    CREATE TABLE offender (
      key text PRIMARY KEY,
      counted_from timestamptz,
      offences integer NOT NULL DEFAULT 0,
      last_offence_at timestamptz,
      grace_until timestamptz
    )`);
  await runner.query(`
    CREATE TABLE rule_hit (
      key text NOT NULL,
      rule text NOT NULL REFERENCES rule,
      hit_at timestamptz NOT NULL,
      PRIMARY KEY (key, rule)
    )`);
}

async function alerts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE alert (
      id uuid PRIMARY KEY,
      type text NOT NULL CHECK (type IN ('brute_force', 'rate_limit', 'suspicious')),
      severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
      ip text NOT NULL,
      source text,
      user_id uuid,
      rule text NOT NULL,
      message text NOT NULL,
      count integer NOT NULL,
      outcome text NOT NULL CHECK (outcome IN ('none', 'blocked', 'simulated')),
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
  await runner.query(`CREATE INDEX alert_by_time ON alert (created_at DESC, id DESC)`);
  await runner.query(`CREATE INDEX alert_by_type ON alert (type, created_at DESC, id DESC)`);
  await runner.query(
    `CREATE INDEX alert_by_severity ON alert (severity, created_at DESC, id DESC)`,
  );
  await runner.query(`CREATE INDEX alert_by_source ON alert (source, created_at DESC)`);
  await runner.query(`
    CREATE TABLE alert_rollup (
      hour timestamptz NOT NULL,
      type text NOT NULL,
      severity text NOT NULL,
      count integer NOT NULL,
      PRIMARY KEY (hour, type, severity)
    )`);
  await runner.query(`
    CREATE TABLE alert_rollup_state (
      only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
      until timestamptz NOT NULL
    )`);
  await runner.query(`INSERT INTO alert_rollup_state (until) VALUES ('epoch')`);
}

async function blocks(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE blocked_ip (
      id uuid PRIMARY KEY,
      ip text NOT NULL,
      block_type text NOT NULL CHECK (block_type IN ('auto', 'manual', 'temporary')),
      reason text NOT NULL,
      rule text,
      blocked_by uuid,
      blocked_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz,
      attempts integer NOT NULL DEFAULT 1,
      in_force_at timestamptz,
      lifted_at timestamptz,
      lifted_by uuid,
      lift_reason text,
      removed_at timestamptz
    )`);
  const newest = '(blocked_at DESC, id DESC)';
  const indexes = [
    `UNIQUE INDEX blocked_ip_once ON blocked_ip (ip) WHERE lifted_at IS NULL`,
    `INDEX blocked_ip_by_time ON blocked_ip ${newest} WHERE removed_at IS NULL`,
    `INDEX blocked_ip_by_type ON blocked_ip (block_type, blocked_at DESC, id DESC) WHERE removed_at IS NULL`,
    `INDEX blocked_ip_by_ip ON blocked_ip (ip, blocked_at DESC)`,
    `INDEX blocked_ip_ending ON blocked_ip (expires_at) WHERE lifted_at IS NULL`,
    `INDEX blocked_ip_in_force ON blocked_ip (block_type, expires_at) WHERE lifted_at IS NULL`,
    `INDEX blocked_ip_open ON blocked_ip ${newest} WHERE lifted_at IS NULL`,
    `INDEX blocked_ip_open_by_id ON blocked_ip (id) WHERE lifted_at IS NULL`,
    `INDEX blocked_ip_lifted ON blocked_ip ${newest} WHERE lifted_at IS NOT NULL AND removed_at IS NULL`,
    `INDEX blocked_ip_pending ON blocked_ip ${newest} WHERE lifted_at IS NULL AND in_force_at IS NULL`,
  ];
  for (const index of indexes) await runner.query(`CREATE ${index}`);
  await runner.query(`
    CREATE TABLE allowed_network (
      network text PRIMARY KEY,
      note text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
}

async function recoveries(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE recovery (
      id uuid PRIMARY KEY,
      ip text NOT NULL,
      recovery_type text NOT NULL CHECK (recovery_type IN (
        'unblock', 'reset-attempts', 'clear-alerts', 'full-recovery', 'expired-block', 'block-repair')),
      triggered_by uuid,
      reason text NOT NULL DEFAULT '',
      status text NOT NULL CHECK (status IN ('in_progress', 'success', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL DEFAULT now(),
      error text NOT NULL DEFAULT '',
      result text NOT NULL DEFAULT '',
      started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      finished_at timestamptz,
      CHECK ((status = 'in_progress') = (finished_at IS NULL))
    )`);
  await runner.query(`CREATE INDEX recovery_by_time ON recovery (started_at DESC, id DESC)`);
  await runner.query(
    `CREATE INDEX recovery_by_status ON recovery (status, started_at DESC, id DESC) INCLUDE (finished_at)`,
  );
  await runner.query(
    `CREATE INDEX recovery_waiting ON recovery (next_attempt_at) WHERE status = 'in_progress'`,
  );
  await runner.query(`
    CREATE TABLE recovery_check (
      only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
      last_check timestamptz
    )`);
  await runner.query(`INSERT INTO recovery_check DEFAULT VALUES`);
}

async function auditEntries(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE audit_entry (
      id uuid PRIMARY KEY,
      actor_id uuid,
      action text NOT NULL,
      target text NOT NULL,
      before text NOT NULL,
      after text NOT NULL,
      ip text,
      service text NOT NULL,
      occurred_at timestamptz NOT NULL
    ) PARTITION BY RANGE (id)`);
  const newest = 'occurred_at DESC, id DESC';
  await runner.query(`CREATE INDEX audit_by_time ON audit_entry (${newest})`);
  await runner.query(`CREATE INDEX audit_by_target ON audit_entry (target, ${newest})`);
  await runner.query(`CREATE INDEX audit_by_actor ON audit_entry (actor_id, ${newest})`);
  await runner.query(
    `CREATE INDEX audit_by_action ON audit_entry (action text_pattern_ops, occurred_at DESC)`,
  );
  await startPartitions(runner, { table: 'audit_entry', stepDays: 30, retentionDays: null });
}

/**
 * Indexes addresses for a search by any part that starts at one of their first four numbers. A trigram index would
 * not help: addresses have few distinct trigrams, so each of them matches a large share of the rows.
 */
async function searchByNumber(runner: QueryRunner, table: string): Promise<void> {
  const tails = ['ip_from_second', 'ip_from_third', 'ip_from_fourth'];
  for (const [n, column] of tails.entries()) {
    await runner.query(`
      ALTER TABLE ${table} ADD COLUMN ${column} text
        GENERATED ALWAYS AS (regexp_replace(ip, '^([^.:]*[.:]){${n + 1}}', '')) STORED`);
  }
  for (const column of ['ip', ...tails]) {
    await runner.query(
      `CREATE INDEX ${table}_begins_${column} ON ${table} (${column} text_pattern_ops)`,
    );
  }
}
