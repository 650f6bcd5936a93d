// make restore-drill: backs up a Casement with customers, payments and installs with deploy/operate/backup.sh,
// destroys its data, and restores it into a fresh one with restore.sh. usage: restore-drill.js [compose|kubernetes]
// drill-command.mjs stands in for docker and kubectl. Needs PostgreSQL's server and client (Debian: postgresql).
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { serviceNames, type ServiceName } from '@casement/local/addresses.js';
import { serviceEnvironment } from '@casement/local/environment.js';
import { createDatabases, databaseUrl } from '@casement/local/infrastructure/databases.js';
import {
  startPostgres,
  stopPostgres,
  type Postgres,
} from '@casement/local/infrastructure/postgres.js';
import { repositoryRoot } from '@casement/local/paths.js';
import { builtPrograms, variablesOfAll } from '@casement/local/programs.js';
import { loadSecrets } from '@casement/local/secrets.js';
import { readSettings } from '@casement/local/settings.js';
import { freePort, startProduct, until, type Product } from './product.js';
import { importTestImage } from './test-image.js';
import { TestUser } from './test-user.js';

const platform = process.argv[2] ?? 'compose';
const CUSTOMERS = 3;
const VPS = { host: '127.0.1.9', port: await freePort() };
/** Files that are backed up separately, or belong to the payment provider. */
const OUTSIDE_THE_BACKUP = ['secrets.json', 'sandbox.json'];

const bin = process.env['PGBIN'] ?? newestPostgres();
const work = mkdtempSync(join(tmpdir(), 'casement-restore-drill-'));
// PostgreSQL's user needs access to its data.
chmodSync(work, 0o711);
const backups = join(work, 'backups');
let server: Postgres | undefined;
let product!: Product;
let isRunning = false;
let environments: Partial<Record<string, object>> = {};

const control = createServer((request, response) => {
  answer(request.url!).then(
    (body) => response.end(JSON.stringify(body ?? null)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(0, '127.0.0.1');
await once(control, 'listening');

let failure: unknown;
try {
  await drill();
} catch (error) {
  failure = error;
} finally {
  if (isRunning) await product.end();
  if (server) await stopPostgres(server.process);
  control.close();
  rmSync(work, { recursive: true, force: true });
}
if (failure) console.error(failure);
console.log(failure ? 'the drill has failed' : 'the drill has passed');
process.exit(failure ? 1 : 0);

async function drill(): Promise<void> {
  say(`Casement with ${CUSTOMERS} customers`);
  await start('first');
  const version = importTestImage(product);
  const customers = Array.from({ length: CUSTOMERS }, (_, n) => person(n + 1));
  for (const one of customers) {
    await one.register();
    await one.topUp();
    await until('the credit', async () => (await quotaOf(one)) === one.bought);
    await one.install(version);
    await until('the end of the install', async () => (await quotaOf(one)) === one.bought);
  }
  const closeVps = await silentVps();
  await requestInstall(customers[0]!, version);
  const earlier = dumpBillingWithHold();
  closeVps();
  await until(
    'the end of the install',
    async () => (await quotaOf(customers[0]!)) === customers[0]!.bought,
  );
  const before = await Promise.all(customers.map(listsOf));

  say('backup');
  await operate('backup.sh', backups);
  // The second backup adds no chunk.
  await operate('backup.sh', backups);
  const backup = join(
    backups,
    readdirSync(backups)
      .filter((name) => /^\d/.test(name))
      .sort()
      .at(-1)!,
  );
  replaceBilling(backup, earlier);

  say('destroy');
  await product.end();
  isRunning = false;
  const kept = product.dataDir;
  await stopPostgres(server!.process);
  rmSync(join(work, 'first-postgres'), { recursive: true });

  say('restore into a fresh installation');
  await start('second', product.settings, kept);
  rmSync(kept, { recursive: true });
  await operate('restore.sh', backup);

  say('compare');
  for (const [n, one] of customers.entries()) {
    await one.signIn();
    await until('the release of the held quota', async () => (await quotaOf(one)) === one.bought);
    const after = await listsOf(one);
    if (after !== before[n])
      throw new Error(`${one.username} had\n${before[n]}\nand has\n${after}`);
  }
  const administrator = person(100);
  await administrator.signInAsAdministrator();
  if (!administrator.token) throw new Error('The administrator cannot sign in.');
  console.log(`  sign-ins work, ${before.length} customers have their top-ups, quota and installs`);
  await requireImmutableLedger();
}

/**
 * Starts a PostgreSQL with empty databases, then a Casement that uses it.
 *
 * @param from data folder of an earlier Casement, whose OUTSIDE_THE_BACKUP files are copied
 */
async function start(
  name: string,
  settings: Record<string, string> = {},
  from?: string,
): Promise<void> {
  const { url } = (server = await startPostgres({
    dataDir: join(work, `${name}-postgres`),
    logFile: join(work, `${name}.log`),
    binDir: bin,
    disposable: true,
  }));
  const dataDir = mkdtempSync(join(work, `${name}-`));
  chmodSync(dataDir, 0o711);
  if (from)
    for (const file of OUTSIDE_THE_BACKUP) copyFileSync(join(from, file), join(dataDir, file));
  const secrets = loadSecrets(dataDir);
  await createDatabases(url, serviceNames, secrets);
  const urls: Record<string, string> = {};
  for (const one of serviceNames)
    urls[`${one.toUpperCase()}_DATABASE_URL`] = databaseUrl(url, one, secrets);
  await startWith({
    INSTALL_TARGET_PORT: String(VPS.port),
    ...settings,
    ...urls,
    DATA_DIR: dataDir,
  });
}

async function startWith(env: Record<string, string>): Promise<void> {
  product = await startProduct({ env });
  isRunning = true;
  const context = {
    ...product.run().wiring,
    settings: readSettings({ ...process.env, ...product.settings }),
    secrets: loadSecrets(product.dataDir),
    variables: await variablesOfAll(builtPrograms.variables),
  };
  environments = Object.fromEntries(
    serviceNames.map((one) => [one, serviceEnvironment(one, context)]),
  );
}

/** Answers drill-command.mjs. */
async function answer(url: string): Promise<unknown> {
  const [, what, service] = url.split('/');
  if (what === 'environment') return environments[service as ServiceName];
  if (what === 'stop' && isRunning) {
    await product.end();
    isRunning = false;
  }
  if (what === 'start' && !isRunning) await startWith(product.settings);
  if (what === 'empty-nats') rmSync(join(product.dataDir, 'nats'), { recursive: true });
  return undefined;
}

/** Runs a script of deploy/operate with the stand-ins for docker and kubectl in PATH. */
async function operate(script: string, folder: string): Promise<void> {
  const commands = join(work, 'commands');
  if (!existsSync(commands)) {
    spawnSync('mkdir', [commands]);
    for (const program of ['docker', 'kubectl']) {
      const text = `#!/bin/sh\nexec '${process.execPath}' '${join(repositoryRoot, 'deploy/local/rollout/drill-command.mjs')}' ${program} "$@"\n`;
      writeFileSync(join(commands, program), text, { mode: 0o755 });
    }
  }
  const child = spawn(join(repositoryRoot, 'deploy/operate', script), [platform, folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PATH: `${commands}:${process.env['PATH']}`,
      DRILL_URL: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
      DRILL_ROOT: repositoryRoot,
      PG_BIN: bin,
      PG_PORT: String(server!.port),
      // Node's own --env-file option applies to arguments of the stand-in, too.
      ENV_FILE: '/dev/null',
      YES: 'yes',
      EMPTY_NATS: 'docker volume rm nats',
    },
  });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
}

/** Accepts connections and never answers, so that an install on it keeps running until the connections are closed. */
async function silentVps() {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await once(server.listen(VPS), 'listening');
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}

async function requestInstall(one: TestUser, version: string): Promise<void> {
  const passwords = { passwd_vps: 'Sim-Root-1', passwd_rdp: 'Rdp-Pass-1' };
  await one.ask('install', 'POST', '/user/install', {
    body: { ip: VPS.host, win_ver: version, ...passwords },
  });
}

/** @returns a dump of billing in which the quota of a running install is held */
function dumpBillingWithHold(): string {
  const file = join(work, 'billing.dump');
  const url = databaseUrl(server!.url, 'billing', loadSecrets(product.dataDir));
  run('pg_dump', '-Fc', '--no-owner', '--no-privileges', '-f', file, url);
  const held = run(
    'psql',
    '-qXAt',
    '-c',
    `SELECT count(*) FROM install_hold WHERE state = 'held'`,
    url,
  );
  if (held !== '1')
    throw new Error('The install ended before billing was dumped. Repeat the drill.');
  return file;
}

/** Replaces the backup's billing dump with an earlier dump that lacks the effect of the event about the install's end. */
function replaceBilling(backup: string, earlier: string): void {
  copyFileSync(earlier, join(backup, 'billing.dump'));
  const sums = spawnSync('sh', ['-c', 'sha256sum -- *.dump *.migrations started'], { cwd: backup });
  writeFileSync(join(backup, 'SHA256SUMS'), sums.stdout);
}

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(join(bin, program), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout.trim();
}

function person(n: number): TestUser {
  const record = ({
    name,
    ok,
    status,
    why,
  }: {
    name: string;
    ok: boolean;
    status?: number;
    why: string;
  }) => {
    if (!ok) console.log(`  ${name}: ${status} ${why}`);
  };
  return new TestUser(product, record, `198.51.100.${n}`);
}

async function quotaOf(one: TestUser): Promise<number | undefined> {
  const answer = await one.ask<{ user: { quota: number } }>('dashboard', 'GET', '/user/dashboard');
  return answer?.data.user.quota;
}

/** Returns a customer's top-up and install histories as text. */
async function listsOf(one: TestUser): Promise<string> {
  const lists = ['/user/topup/history', '/user/install-history'].map((path) =>
    one.ask<Record<string, unknown>[]>(path, 'GET', path),
  );
  const rows = (await Promise.all(lists)).map((answer) => answer?.data);
  return JSON.stringify(rows, null, 1);
}

async function requireImmutableLedger(): Promise<void> {
  const client = new pg.Client({
    connectionString:
      environments['billing'] && databaseUrl(server!.url, 'billing', loadSecrets(product.dataDir)),
  });
  await client.connect();
  try {
    await client.query('UPDATE ledger_entry SET amount = amount + 1');
  } catch (error) {
    console.log(`  ${(error as Error).message}`);
    return;
  } finally {
    await client.end();
  }
  throw new Error('An entry of the restored ledger could be changed.');
}

function newestPostgres(): string {
  const versions = '/usr/lib/postgresql';
  const newest = existsSync(versions)
    ? readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0]
    : undefined;
  if (newest) return join(versions, newest, 'bin');
  console.error(
    'The drill needs PostgreSQL (Debian: apt-get install postgresql), or PGBIN with its programs.',
  );
  process.exit(1);
}

function say(what: string): void {
  console.log(`== ${what}`);
}
