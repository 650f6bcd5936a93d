// Enables identities in a running product as described in docs/upgrading.md: first NATS users, then certificates.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsUsers } from '@casement/proto/access/nats-permissions.js';
import { serviceNames, type ServiceName } from '@casement/local/addresses.js';
import { LocalAuthority, writeIdentity } from '@casement/local/certificates.js';
import { startNats, stopNats, type Nats } from '@casement/local/infrastructure/nats.js';
import { defaultDataDir } from '@casement/local/paths.js';
import { until, type Product } from './product.js';

const newPassword = () => randomBytes(16).toString('hex');

export const hasIdentities = (root: string) => existsSync(join(root, 'proto/access/access.ts'));

/**
 * Enables identities step by step. The server starts with one NATS user that has all rights; `prepare` adds a user
 * and a certificate for each service.
 */
export class IdentityRollout {
  static async start(): Promise<IdentityRollout> {
    const folder = mkdtempSync(join(tmpdir(), 'casement-switch-on-'));
    const own = `{ user: casement, password: ${newPassword()} }`;
    const options = { dataDir: join(folder, 'nats'), logFile: join(folder, 'nats.log') };
    const extra = [`authorization { users: [ ${own} ] }`];
    const nats = await startNats({ ...options, binDir: join(defaultDataDir, 'bin'), extra });
    return new IdentityRollout(folder, nats, own);
  }

  private constructor(
    private readonly folder: string,
    private readonly nats: Nats,
    private readonly own: string,
  ) {}

  /** NATS URL for every service of a version without identities. */
  get natsUrl(): string {
    const [, user = '', password = ''] = /user: (\w+), password: (\w+)/.exec(this.own) ?? [];
    return this.urlOf(user, password);
  }

  private readonly urlOf = (user: string, password: string) =>
    `nats://${user}:${password}@127.0.0.1:${this.nats.port}`;

  /** Adds the users to the running server and issues a certificate for each service. */
  async prepare(): Promise<{ identities: string; natsUrls: Record<ServiceName, string> }> {
    const passwords = Object.fromEntries(
      serviceNames.map((name) => [name, newPassword()]),
    ) as Record<ServiceName, string>;
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
    return { identities, natsUrls: Object.fromEntries(urls) as Record<ServiceName, string> };
  }

  natsLog = () => readFileSync(join(this.folder, 'nats.log'), 'utf8');

  async stop(): Promise<void> {
    await stopNats(this.nats.process);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns whether a gRPC call without TLS, and therefore without a certificate, gets a response. */
export function answersWithoutTls(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const session = connect(`http://127.0.0.1:${port}`);
    const end = (answered: boolean) => {
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

/** Returns calls and messages that services and nats-server refused, from their logs. */
export function refusals(
  product: Product,
  identityRollout: IdentityRollout,
  labels: string[],
): string[] {
  const logs = labels.flatMap((label) => serviceNames.map((name) => `${label}-${name}`));
  const found = (log: string, text: string, pattern: RegExp) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${log}: ${line}`);
  const textOf = (log: string) => readFileSync(join(product.dataDir, 'logs', `${log}.log`), 'utf8');
  return [
    ...logs.flatMap((log) =>
      found(log, textOf(log), /gRPC call re(?:fused|jected)|ermissions.?Violation/),
    ),
    ...found('nats', identityRollout.natsLog(), /Violation/),
  ];
}
