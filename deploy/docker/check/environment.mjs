/** Environment that the chart sets in production (values-small, rendered), with secrets generated for one run. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { parseAllDocuments } from 'yaml';

export const SERVICES = ['auth', 'billing', 'install', 'telegram', 'security'];
export const RELAY = 'desktop-relay';
export const IMAGES = [...SERVICES, RELAY, 'web'];

const rendered = join(import.meta.dirname, '../../../k8s/tests/golden/small.yaml');
const objects = parseAllDocuments(readFileSync(rendered, 'utf8')).map((one) => one.toJS());
const word = () => `p${randomBytes(12).toString('hex')}`;
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const SECRETS = {
  GATEWAY_LOG_SECRET: word(),
  DATA_ENCRYPTION_KEY: `k1:${randomBytes(32).toString('base64')}`,
  JWT_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  SMTP_URL: `smtps://casement:${word()}@127.0.0.1:465`,
  TRIPAY_API_KEY: word(),
  TRIPAY_PRIVATE_KEY: word(),
  IMAGE_S3_ACCESS_KEY_ID: word(),
  IMAGE_S3_SECRET_ACCESS_KEY: word(),
};

export function chartEnvironment(service) {
  const { spec } = objects.find(
    (one) =>
      one?.kind === 'Deployment' &&
      one.metadata.name === (service === RELAY ? 'install-desktop' : service),
  );
  const entries = spec.template.spec.containers[0].env.map(({ name, value }) => [
    name,
    value ?? SECRETS[name],
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Creates the database as described in kubernetes.md. @returns DATABASE_URL */
export async function createDatabase(superuserUrl, name) {
  const password = word();
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
  await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
  await client.query(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`);
  await client.end();
  const url = new URL(superuserUrl);
  Object.assign(url, { username: name, password, pathname: name });
  return { DATABASE_URL: url.href };
}
