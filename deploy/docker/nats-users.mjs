/**
 * Prints the nats-server users, one per service, with the rights of the table in proto/access. Passwords are
 * environment variables of the server: NATS_AUTH_PASSWORD, NATS_BILLING_PASSWORD and so on.
 *
 *   node deploy/docker/nats-users.mjs [NATS_NAMESPACE] >nats-users.conf
 *   node deploy/docker/nats-users.mjs --json [NATS_NAMESPACE]       for other ways to make users, such as nsc
 */
import { SERVICES } from '@casement/proto/access/access.js';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { natsPermissions, natsUsers } from '@casement/proto/access/nats-permissions.js';

const json = process.argv.includes('--json');
const [namespace = ''] = process.argv.slice(2).filter((argument) => argument !== '--json');
const names = new NatsNames(namespace);
const users = SERVICES.map((service) => [service, natsPermissions(service, names)]);
const text = json
  ? JSON.stringify(Object.fromEntries(users), null, 2)
  : natsUsers((service) => `$NATS_${service.toUpperCase()}_PASSWORD`, names);
process.stdout.write(`${text}\n`);
