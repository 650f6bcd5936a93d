#!/usr/bin/env node
/**
 * Copies a service's database from before release 0.1.0 into a new, migrated database: see docs/upgrading.md.
 *
 *   node deploy/docker/load-before-release.mjs SERVICE FROM_URL INTO_URL
 *
 * Tables and columns are copied by name in one transaction. Renamed, changed and omitted ones are listed below. A
 * table or column that is neither in the new database nor listed stops the copy.
 */
import pg from 'pg';

const BATCH = 1_000;

/** @type {Record<string, string>} old table: new table */
const TABLES = {
  outside_test: 'dependency_test',
  'security.standing': 'offender',
  'security.strike': 'rule_hit',
};

/** 'table.column' of the old table: the new column's name */
const COLUMNS = {
  'strike.struck_at': 'hit_at',
  'install.lease_expires_at': 'lease_until',
  'image_job.lease_expires_at': 'lease_until',
  'vps_check.lease_expires_at': 'lease_until',
  'notice.message_over': 'message_closed',
  'telegram_update.worked_at': 'handled_at',
};

/** SQL expressions over a row of the old table, by `table.column` of the new database. */
const VALUES = {
  'notice.id': 'coalesce(event_id, id)',
  'notice.recipient': 'coalesce(user_id::text, chat_id::text)',
  'topup.review': `string_to_array(review, ',')`,
};

/** Tables and columns without a counterpart in the new database, because they are recreated or no longer needed. */
const EXCLUDED = new Set([
  'migration',
  // Leases are valid only for seconds.
  'lease',
  'security.tally',
  // In the new database, a notice has its event's id, which also determines the order.
  'notice.event_id',
  'notice.seq',
]);

const quoted = (name) => pg.escapeIdentifier(name);

async function main([service, fromUrl, intoUrl]) {
  if (!service || !fromUrl || !intoUrl) {
    throw new Error('usage: load-before-release.mjs SERVICE FROM_URL INTO_URL');
  }
  const from = new pg.Client(fromUrl);
  const into = new pg.Client(intoUrl);
  await from.connect();
  await into.connect();
  try {
    await from.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`);
    await into.query('BEGIN');
    for (const client of [from, into]) {
      await client.query(`SET LOCAL TimeZone = 'UTC'`);
      await client.query(`SET LOCAL DateStyle = 'ISO'`);
      await client.query('SET LOCAL statement_timeout = 0');
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    }
    await refuseUsed(into);
    const tables = plan(service, await columnsOf(from), await columnsOf(into));
    const ordered = await byForeignKeys(into, tables);
    await prepare(into, ordered);
    for (const table of ordered) {
      const count = await copy(from, into, table);
      process.stdout.write(
        `${table.old}${table.old === table.new ? '' : ` as ${table.new}`}: ${count} rows\n`,
      );
    }
    await setSequences(into, ordered);
    for (const { new: name } of ordered) {
      await into.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    }
    await into.query('COMMIT');
  } finally {
    await from.end();
    await into.end();
  }
}

/**
 * Refuses a database of a service that has run and written events, because its rows would be mixed with the old ones.
 */
async function refuseUsed(into) {
  const { rows } = await into.query(`SELECT
    to_regclass('outbox') IS NULL AS empty,
    CASE WHEN to_regclass('outbox') IS NOT NULL
      THEN (xpath('/row/n/text()', query_to_xml('SELECT count(*) AS n FROM outbox', false, true, '')))[1]::text END AS events`);
  if (rows[0].empty) throw new Error('the new database has no tables: run its migration first');
  if (rows[0].events !== '0')
    throw new Error('the new database is in use: take one that only its migration has run on');
}

/** @returns {Promise<Map<string, Map<string, { type: string, generated: boolean }>>>} */
async function columnsOf(client) {
  const { rows } = await client.query(`
    SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
           a.attgenerated <> '' AS generated
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, a.attnum`);
  const tables = new Map();
  for (const { table, name, type, generated } of rows) {
    if (!tables.has(table)) tables.set(table, new Map());
    tables.get(table).set(name, { type, generated });
  }
  return tables;
}

/** Returns the copy operations, and an error message for each table or column that cannot be copied. */
function plan(service, from, into) {
  const problems = [];
  const tables = [];
  const listed = (list, name) => list[`${service}.${name}`] ?? list[name];
  const isExcluded = (name) => EXCLUDED.has(name) || EXCLUDED.has(`${service}.${name}`);
  for (const [old, oldColumns] of from) {
    if (isExcluded(old)) continue;
    const name = into.has(old) ? old : (listed(TABLES, old) ?? old);
    const newColumns = into.get(name);
    if (!newColumns) {
      problems.push(`table ${old}`);
      continue;
    }
    const columns = [];
    for (const [column, { generated }] of oldColumns) {
      const target = newColumns.has(column)
        ? column
        : (listed(COLUMNS, `${old}.${column}`) ?? column);
      const found = newColumns.get(target);
      if (isExcluded(`${old}.${column}`) || generated) continue;
      if (!found) problems.push(`column ${old}.${column}`);
      else if (!found.generated && !listed(VALUES, `${name}.${target}`)) {
        columns.push({ name: target, type: found.type, value: quoted(column) });
      }
    }
    for (const [column, { type }] of newColumns) {
      const value = listed(VALUES, `${name}.${column}`);
      if (value) columns.push({ name: column, type, value });
    }
    tables.push({ old, new: name, columns });
  }
  if (problems.length > 0) {
    throw new Error(`not in the new database and not listed: ${problems.join(', ')}`);
  }
  return tables;
}

/** Sorts tables so that referenced tables come first. */
async function byForeignKeys(into, tables) {
  const { rows } = await into.query(`
    SELECT c.conrelid::regclass::text AS "table", c.confrelid::regclass::text AS referenced
      FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid <> c.confrelid`);
  const ordered = [];
  const visit = (table) => {
    if (ordered.includes(table)) return;
    for (const row of rows.filter((one) => one.table === table.new)) {
      const referenced = tables.find((one) => one.new === row.referenced);
      if (referenced) visit(referenced);
    }
    ordered.push(table);
  };
  tables.forEach(visit);
  return ordered;
}

/** Disables triggers, which have already processed the rows, and deletes rows seeded by the migration. */
async function prepare(into, ordered) {
  for (const { new: name } of ordered) {
    await into.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  }
  for (const { new: name } of [...ordered].reverse())
    await into.query(`DELETE FROM ${quoted(name)}`);
}

async function copy(from, into, { old, new: name, columns }) {
  const select = columns.map(({ value }, n) => `(${value})::text AS c${n}`).join(', ');
  await from.query(`DECLARE source NO SCROLL CURSOR FOR SELECT ${select} FROM ${quoted(old)}`);
  const names = columns.map((column) => quoted(column.name)).join(', ');
  const casts = columns.map(({ type }, n) => `c${n}::${type}`).join(', ');
  const arrays = columns.map((_, n) => `$${n + 1}::text[]`).join(', ');
  const aliases = columns.map((_, n) => `c${n}`).join(', ');
  const insert = `INSERT INTO ${quoted(name)} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${casts} FROM unnest(${arrays}) AS source (${aliases})`;
  let count = 0;
  for (;;) {
    const { rows } = await from.query({ text: `FETCH ${BATCH} FROM source`, rowMode: 'array' });
    if (rows.length === 0) break;
    await into.query(
      insert,
      columns.map((_, n) => rows.map((row) => row[n])),
    );
    count += rows.length;
  }
  await from.query('CLOSE source');
  const { rows } = await into.query(`SELECT count(*)::int AS count FROM ${quoted(name)}`);
  if (rows[0].count !== count) throw new Error(`${name} has ${rows[0].count} of ${count} rows`);
  return count;
}

/** Sets the sequences of identity columns and of defaults. */
async function setSequences(into, ordered) {
  for (const { new: name, columns } of ordered) {
    for (const column of columns) {
      const { rows } = await into.query(
        `SELECT coalesce(pg_get_serial_sequence($1, $2),
                  substring(pg_get_expr(d.adbin, d.adrelid) FROM 'nextval\\(''([^'']+)''')) AS name
           FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
          WHERE a.attrelid = $1::regclass AND a.attname = $2`,
        [quoted(name), column.name],
      );
      if (!rows[0]?.name) continue;
      await into.query(
        `SELECT setval($1::regclass, coalesce((SELECT max(${quoted(column.name)}) FROM ${quoted(name)}), 0) + 1, false)`,
        [rows[0].name],
      );
    }
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`nothing was copied: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
