import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CountAlerts1763910000000 } from './1763910000000-count-alerts.js';

interface TalliedList {
  table: string;
  /** When a row came, by which the list is in order. */
  at: string;
  /** What it is filtered by. */
  kind: string;
  /** Is it on the list? */
  rows: string;
  /** What else is summed up. */
  extra: string;
}

const LISTS: readonly TalliedList[] = [
  { table: 'alert', at: 'created_at', kind: `type || '/' || severity`, rows: '1', extra: '0' },
  {
    table: 'blocked_ip',
    at: 'blocked_at',
    kind: 'block_type',
    rows: '(removed_at IS NULL)::int',
    extra: '(lifted_at IS NULL)::int',
  },
  {
    table: 'recovery',
    at: 'started_at',
    kind: 'status',
    rows: '1',
    extra: 'coalesce(round(extract(epoch FROM finished_at - started_at) * 1000), 0)::bigint',
  },
  { table: 'audit_entry', at: 'occurred_at', kind: `''`, rows: '1', extra: '0' },
];

const TAILS = [
  { column: 'ip_from_second', skipped: 1 },
  { column: 'ip_from_third', skipped: 2 },
  { column: 'ip_from_fourth', skipped: 3 },
] as const;

/**
 * How many rows each list has, by day, hour and five minutes: totals, charts and the way to a page in the middle cost
 * the same with a million rows as with a thousand.
 *
 * Each change adds a row of its own, so nobody waits for anybody's lock; a job sums them up (`src/tally`). The
 * counters of CountAlerts, on which everybody waited, go; no release had them.
 */
export class TallyLists1763920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await dropFormerCounters(runner);
    await runner.query(`
      CREATE TABLE tally (
        list text NOT NULL,
        step_minutes integer NOT NULL,
        at timestamptz NOT NULL,
        kind text NOT NULL,
        rows bigint NOT NULL,
        extra bigint NOT NULL,
        is_summed boolean NOT NULL DEFAULT false
      )`);
    await runner.query(`CREATE INDEX tally_by_step ON tally (list, step_minutes, at)`);
    await runner.query(
      `CREATE UNIQUE INDEX tally_once ON tally (list, step_minutes, at, kind) WHERE is_summed`,
    );
    await runner.query(`CREATE INDEX tally_loose ON tally (list) WHERE NOT is_summed`);
    for (const list of LISTS) await tallyFromNowOn(runner, list);
    await addIndexes(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['alert', 'blocked_ip']) {
      await runner.query(`DROP INDEX ${table}_begins_ip`);
      for (const { column } of TAILS) {
        await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
      }
    }
    await runner.query(`DROP INDEX blocked_ip_pending, blocked_ip_lifted, blocked_ip_open`);
    await runner.query(`DROP INDEX blocked_ip_by_type, recovery_by_status`);
    await runner.query(
      `DROP INDEX audit_by_time, audit_by_target, audit_by_actor, audit_by_action`,
    );
    for (const { table } of LISTS) await runner.query(`DROP FUNCTION tally_${table} CASCADE`);
    await runner.query('DROP TABLE tally');
    await runner.query('DROP INDEX blocked_ip_in_force');
    await new CountAlerts1763910000000().up(runner);
  }
}

async function dropFormerCounters(runner: QueryRunner): Promise<void> {
  await runner.query('DROP FUNCTION tally_blocked_ips, tally_alerts CASCADE');
  await runner.query('DROP TABLE blocked_ip_tally, alert_tally');
}

async function tallyFromNowOn(runner: QueryRunner, list: TalliedList): Promise<void> {
  const { table } = list;
  const came = `SELECT ${columnsOf(list)} FROM came`;
  const went = `SELECT at, kind, -rows AS rows, -extra AS extra FROM (SELECT ${columnsOf(list)} FROM went) AS gone`;
  await runner.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  await runner.query(addition(table, `SELECT ${columnsOf(list)} FROM ${table}`, true));
  await runner.query(`
    CREATE FUNCTION tally_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${addition(table, came)};
      ELSIF TG_OP = 'DELETE' THEN ${addition(table, went)};
      ELSE ${addition(table, `${came} UNION ALL ${went}`)};
      END IF;
      RETURN NULL;
    END $$`);
  const named = { INSERT: 'NEW TABLE AS came', DELETE: 'OLD TABLE AS went' };
  const events = { ...named, UPDATE: `${named.INSERT} ${named.DELETE}` };
  for (const [event, tables] of Object.entries(events)) {
    await runner.query(`
      CREATE TRIGGER ${table}_tallied_at_${event.toLowerCase()} AFTER ${event} ON ${table}
        REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION tally_${table}()`);
  }
}

const columnsOf = ({ at, kind, rows, extra }: TalliedList): string =>
  `${at} AS at, ${kind} AS kind, ${rows} AS rows, ${extra} AS extra`;

function addition(table: string, changes: string, isSummed = false): string {
  return `
    INSERT INTO tally (list, step_minutes, at, kind, rows, extra, is_summed)
    SELECT '${table}', step, date_bin(make_interval(mins => step), at, 'epoch'), kind, sum(rows), sum(extra), ${isSummed}
      FROM (${changes}) AS changed, unnest(ARRAY[1440, 60, 5]) AS step
     GROUP BY 2, 3, kind HAVING sum(rows) <> 0 OR sum(extra) <> 0`;
}

/**
 * An address is found by a part of it that begins with one of its first four numbers. Trigrams would not do: those
 * of addresses are few, so each of them stands for a large share of all rows.
 */
async function searchByNumber(runner: QueryRunner, table: string): Promise<void> {
  const columns = ['ip', ...TAILS.map(({ column }) => column)];
  for (const { column, skipped } of TAILS) {
    await runner.query(`
      ALTER TABLE ${table} ADD COLUMN ${column} text
        GENERATED ALWAYS AS (regexp_replace(ip, '^([^.:]*[.:]){${skipped}}', '')) STORED`);
  }
  for (const column of columns) {
    await runner.query(
      `CREATE INDEX ${table}_begins_${column} ON ${table} (${column} text_pattern_ops)`,
    );
  }
}

async function addIndexes(runner: QueryRunner): Promise<void> {
  for (const table of ['alert', 'blocked_ip']) await searchByNumber(runner, table);
  const newestBlock = '(blocked_at DESC, id DESC)';
  await runner.query(
    `CREATE INDEX blocked_ip_by_type ON blocked_ip (block_type, blocked_at DESC, id DESC) WHERE removed_at IS NULL`,
  );
  await runner.query(
    `CREATE INDEX blocked_ip_open ON blocked_ip ${newestBlock} WHERE lifted_at IS NULL`,
  );
  await runner.query(
    `CREATE INDEX blocked_ip_lifted ON blocked_ip ${newestBlock} WHERE lifted_at IS NOT NULL AND removed_at IS NULL`,
  );
  await runner.query(
    `CREATE INDEX blocked_ip_pending ON blocked_ip ${newestBlock} WHERE lifted_at IS NULL AND in_force_at IS NULL`,
  );
  await runner.query(
    `CREATE INDEX recovery_by_status ON recovery (status, started_at DESC, id DESC)`,
  );
  await runner.query(`CREATE INDEX audit_by_time ON audit_entry (occurred_at DESC, id DESC)`);
  await runner.query(
    `CREATE INDEX audit_by_target ON audit_entry (target, occurred_at DESC, id DESC)`,
  );
  await runner.query(
    `CREATE INDEX audit_by_actor ON audit_entry (actor_id, occurred_at DESC, id DESC)`,
  );
  await runner.query(
    `CREATE INDEX audit_by_action ON audit_entry (action text_pattern_ops, occurred_at DESC)`,
  );
}
