import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { sha256Hex } from '../core/crypto/tokens.js';
import type { MigrationClass } from '../data/database/data-source.js';
import { runMigrations } from '../data/database/run-migrations.js';
import { requiredEnv } from './required-env.js';

/** Advisory lock that serializes creating and copying templates. */
const LOCK = 6_120_411;

export interface TestDatabase {
  /** URL of a service's connection: through PgBouncer if TEST_PGBOUNCER=1 is set. */
  url: string;
  /** URL without a connection pooler. */
  directUrl: string;
  query<Row = Record<string, unknown>>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * Creates a database with these migrations applied. `close` drops it. The migrations run once per test run, into a
 * template; a copy takes about 45 ms.
 */
export async function testDatabase(migrations: readonly MigrationClass[]): Promise<TestDatabase> {
  const template = `tpl_${fingerprint(migrations)}`;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [LOCK]);
    if (!(await exists(admin, template))) await makeTemplate(admin, template, migrations);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const directUrl = urlOf(name);
  const url = process.env['TEST_PGBOUNCER'] === '1' ? pooled(directUrl) : directUrl;
  let client: Client | undefined;
  return {
    url,
    directUrl,
    query: async <Row>(sql: string, parameters: unknown[] = []) => {
      client ??= await connected(directUrl);
      return (await client.query(sql, parameters)).rows as Row[];
    },
    close: async () => {
      await client?.end();
      await asAdmin((admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** Built under another name first so that a half-migrated template is never copied. */
async function makeTemplate(
  admin: Client,
  template: string,
  migrations: readonly MigrationClass[],
): Promise<void> {
  const draft = `${template}_draft`;
  await admin.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${draft}`);
  await runMigrations(urlOf(draft), migrations);
  await admin.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
}

/** Hashes the source of the migrations, so that an edited migration gets a new template. */
function fingerprint(migrations: readonly MigrationClass[]): string {
  const text = migrations.map((migration) => `${migration.name}${String(migration)}`).join('\n');
  return sha256Hex(text).slice(0, 16);
}

async function exists(admin: Client, name: string): Promise<boolean> {
  const found = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  return found.rows.length > 0;
}

function urlOf(database: string): string {
  const url = new URL(requiredEnv('TEST_POSTGRES_URL'));
  url.pathname = `/${database}`;
  return url.href;
}

/** Returns the URL of the same database through the test run's PgBouncer. */
export function pooled(directUrl: string): string {
  const url = new URL(requiredEnv('TEST_POOLER_URL'));
  url.pathname = new URL(directUrl).pathname;
  return url.href;
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // DROP DATABASE … WITH (FORCE) closes connections from the server side, which would otherwise be an unhandled
  // error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function asAdmin<T>(work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = await connected(requiredEnv('TEST_POSTGRES_URL'));
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
