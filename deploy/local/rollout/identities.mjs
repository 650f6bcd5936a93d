// Switching a running product's identities on, as deploy/docs/upgrading.md says: NATS users first, then certificates.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { natsUsers } from '@casement/proto/access/nats-permissions.js';
import { serviceNames } from '../dist/addresses.js';
import { LocalAuthority, writeIdentity } from '../dist/certificates.js';

/** A certificate for each service and a NATS user for each, which the running nats-server has from now on. */
export async function makeIdentities(product) {
  const identities = join(product.dataDir, 'switched-on');
  const authority = await LocalAuthority.create();
  for (const name of serviceNames) {
    const files = await authority.issue({ uris: [`spiffe://casement/${name}`] });
    writeIdentity(join(identities, name), files);
  }
  return { identities, natsUrls: addNatsUsers(product) };
}

/** Beside the one that there is, which services without a user of their own go on with. */
function addNatsUsers({ dataDir, run }) {
  const passwords = Object.fromEntries(
    serviceNames.map((name) => [name, randomBytes(16).toString('hex')]),
  );
  const users = natsUsers((name) => `"${passwords[name]}"`).replace(
    'users: [',
    'users: [\n    { user: before, password: before }',
  );
  const file = join(dataDir, 'nats', 'nats.conf');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nno_auth_user: before\n${users}\n`);
  const { processes, wiring } = run();
  process.kill(processes.find(({ name }) => name === 'nats').pid, 'SIGHUP');
  const { host } = new URL(wiring.natsUrl);
  const urlOf = (name) => `nats://${name}:${passwords[name]}@${host}`;
  return Object.fromEntries(serviceNames.map((name) => [name, urlOf(name)]));
}

/** Whether a gRPC call without TLS is answered, as one of a caller without a certificate. */
export function answersAnyone(port) {
  return new Promise((resolve) => {
    const session = connect(`http://127.0.0.1:${port}`);
    const end = (answered) => {
      resolve(answered);
      session.destroy();
    };
    session.on('error', () => end(false)).on('close', () => end(false));
    const path = '/casement.auth.v1.AuthService/GetUsers';
    const headers = { ':method': 'POST', ':path': path, 'content-type': 'application/grpc' };
    const stream = session.request({ ...headers, te: 'trailers' });
    stream.on('response', () => end(true)).on('error', () => end(false));
    stream.end(Buffer.alloc(5));
  });
}

/** What services and nats-server have refused of each other, as their logs say it. */
export function refusals(product, labels) {
  const logs = labels.flatMap((label) => serviceNames.map((name) => `${label}-${name}`));
  const found = (log, pattern) =>
    readFileSync(join(product.dataDir, 'logs', `${log}.log`), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${log}: ${line}`);
  return [
    ...logs.flatMap((log) => found(log, /gRPC call refused|Permissions Violation/)),
    ...found('nats', /Violation|\[ERR\]/),
  ];
}
