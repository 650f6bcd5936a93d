// Makes a session's last password or code an hour old. The next refresh puts that into the access token.
// usage: node deploy/local/dist/inside.js auth web/e2e/stack/age-session.mjs SESSION_ID
import pg from 'pg';

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
const { rowCount } = await client.query(
  "UPDATE session SET created_at = now() - interval '1 hour', confirmed_at = NULL WHERE id = $1",
  [process.argv[2]],
);
await client.end();
if (rowCount !== 1) throw new Error('There is no such session.');
