// Switching a running product's identities on, as docs/upgrading.md says: NATS users first, then certificates.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsUsers } from '@casement/proto/access/nats-permissions.js';
import { serviceNames } from '../dist/addresses.js';
import { LocalAuthority, writeIdentity } from '../dist/certificates.js';
import { startNats, stopNats } from '../dist/nats.js';
import { defaultDataDir } from '../dist/paths.js';
import { until } from './product.mjs';

const newPassword = () => randomBytes(16).toString('hex');

/** Whether the version in `root` has identities at all. */
export const hasIdentities = (root) => existsSync(join(root, 'proto/access/access.ts'));

/** An installation's way to them: one NATS user with all rights, then one more for each service, and certificates. */
export class SwitchOn {
  static async start() {
    const folder = mkdtempSync(join(tmpdir(), 'casement-switch-on-'));
    const own = `{ user: casement, password: ${newPassword()} }`;
    const options = { dataDir: join(folder, 'nats'), logFile: join(folder, 'nats.log') };
    const extra = [`authorization { users: [ ${own} ] }`];
    const nats = await startNats({ ...options, binDir: join(defaultDataDir, 'bin'), extra });
    return new SwitchOn(folder, nats, own);
  }

  constructor(folder, nats, own) {
    Object.assign(this, { folder, nats, own });
  }

  /** What every service of a version without identities has. */
  get natsUrl() {
    const [, user, password] = /user: (\w+), password: (\w+)/.exec(this.own);
    return this.urlOf(user, password);
  }

  urlOf = (user, password) => `nats://${user}:${password}@127.0.0.1:${this.nats.port}`;

  /** The users beside the one that there is, in the running server, and a certificate for each service. */
  async prepare() {
    const passwords = Object.fromEntries(serviceNames.map((name) => [name, newPassword()]));
    const users = natsUsers((name) => `"${passwords[name]}"`);
    const file = join(this.folder, 'nats', 'nats.conf');
    const others = readFileSync(file, 'utf8').replace(/^authorization .*\n/m, '');
    writeFileSync(file, `${others}${users.replace('users: [', `users: [\n    ${this.own}`)}\n`);
    this.nats.process.child.kill('SIGHUP');
    await until('the reload of nats-server', () => /Reloaded/.test(this.natsLog()));

    const identities = join(this.folder, 'identities');
    const authority = await LocalAuthority.create();
    for (const name of serviceNames) {
      const files = await authority.issue({ uris: [`spiffe://casement/${name}`] });
      writeIdentity(join(identities, name), files);
    }
    const urls = serviceNames.map((name) => [name, this.urlOf(name, passwords[name])]);
    return { identities, natsUrls: Object.fromEntries(urls) };
  }

  natsLog = () => readFileSync(join(this.folder, 'nats.log'), 'utf8');

  async stop() {
    await stopNats(this.nats.process);
    rmSync(this.folder, { recursive: true, force: true });
  }
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
export function refusals(product, switchOn, labels) {
  const logs = labels.flatMap((label) => serviceNames.map((name) => `${label}-${name}`));
  const found = (log, text, pattern) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${log}: ${line}`);
  const textOf = (log) => readFileSync(join(product.dataDir, 'logs', `${log}.log`), 'utf8');
  return [
    ...logs.flatMap((log) => found(log, textOf(log), /gRPC call refused|ermissions.?Violation/)),
    ...found('nats', switchOn.natsLog(), /Violation/),
  ];
}
