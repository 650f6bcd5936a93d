// Expires an API key early, because the shortest lifetime is a day. usage: node deploy/local/dist/inside.js auth
// web/e2e/stack/expire-api-key.mjs KEY_ID
import pg from 'pg';

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
const { rowCount } = await client.query('UPDATE api_key SET expires_at = now() WHERE id = $1', [
  process.argv[2],
]);
await client.end();
if (rowCount !== 1) throw new Error('There is no such key.');
