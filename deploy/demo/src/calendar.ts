import { Client } from 'pg';
import type { Product } from './product.js';

/** Tables that people see, by service. Sessions, leases and queues keep their times. */
const TABLES: Record<string, string[]> = {
  auth: ['user_account', 'api_key'],
  billing: ['topup', 'ledger_entry'],
  install: ['install', 'install_step', 'install_batch', 'vps_check'],
  security: ['alert', 'audit_entry', 'signal'],
  telegram: ['notice'],
};

/**
 * Makes everything recorded so far a day older. Runs as the databases' owner, past the triggers that make the ledger
 * append-only: the entries keep their order and amounts.
 */
export async function passOneDay(product: Product): Promise<void> {
  for (const [service, tables] of Object.entries(TABLES)) {
    const client = new Client({ connectionString: product.databaseUrls[service] });
    await client.connect();
    try {
      for (const table of tables) await age(client, table);
    } finally {
      await client.end();
    }
  }
}

async function age(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_name = $1 AND data_type = 'timestamp with time zone'`,
    [table],
  );
  if (rows.length === 0) return;
  const changes = rows.map(({ name }) => `${name} = ${name} - interval '1 day'`).join(', ');
  await client.query('BEGIN');
  await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await client.query(`UPDATE ${table} SET ${changes}`);
  await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await client.query('COMMIT');
}
