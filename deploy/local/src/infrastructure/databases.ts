import pg from 'pg';
import { databasePassword, type Secrets } from '../secrets.js';

/** Creates a database and a role for each service. The role owns the database and can access no other. */
export async function createDatabases(
  superuserUrl: string,
  names: readonly string[],
  secrets: Secrets,
): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    for (const name of names) {
      const id = client.escapeIdentifier(name);
      const password = client.escapeLiteral(databasePassword(secrets, name));
      const verb = (await exists(client, 'pg_roles', 'rolname', name)) ? 'ALTER' : 'CREATE';
      await client.query(`${verb} ROLE ${id} LOGIN PASSWORD ${password}`);
      if (!(await exists(client, 'pg_database', 'datname', name))) {
        await client.query(`CREATE DATABASE ${id} OWNER ${id}`);
      }
      await client.query(`REVOKE CONNECT ON DATABASE ${id} FROM PUBLIC`);
    }
  } finally {
    await client.end();
  }
}

export function databaseUrl(superuserUrl: string, name: string, secrets: Secrets): string {
  const url = new URL(superuserUrl);
  url.username = name;
  url.password = databasePassword(secrets, name);
  url.pathname = `/${name}`;
  return url.href;
}

async function exists(client: pg.Client, table: string, column: string, name: string) {
  const { rowCount } = await client.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [name]);
  return rowCount === 1;
}
