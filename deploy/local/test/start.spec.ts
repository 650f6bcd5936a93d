import { createServer } from 'node:http';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@casement/local/processes/process-identity.js';
import { readRun } from '@casement/local/processes/run-file.js';
import { waitUntil } from '../src/wait-until.js';
import { CasementRuns, freshPorts, type Ports } from './support/casement-process.js';

const runs = new CasementRuns(join(__dirname, 'fixtures/fake-casement.mjs'));
let ports: Ports;

beforeAll(async () => {
  ports = await freshPorts();
});
afterEach(() => runs.cleanUp());

const ready = () => `Casement is ready at http://localhost:${ports.PORT}`;

async function environmentOf(port: string | number): Promise<Record<string, string>> {
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  return ((await answer.json()) as { env: Record<string, string> }).env;
}

/** Returns the environment of a service, reached through the gateway's upstream map. */
async function serviceEnvironment(name: string): Promise<Record<string, string>> {
  const gateway = await environmentOf(ports.PORT);
  const upstreams = JSON.parse(gateway['UPSTREAMS']) as Record<string, string>;
  return environmentOf(upstreams[name].split(',')[0].split(':')[1]);
}

describe('make start', () => {
  it('gives each service its own keys, restarts a dead one and refuses a second run', async () => {
    const dataDir = runs.newDataDir();
    const run = runs.start(dataDir, ports);
    await run.prints(ready());
    const [auth, billing, install] = await Promise.all(
      ['auth', 'billing', 'install'].map(serviceEnvironment),
    );
    expect(auth['JWT_SIGNING_KEY']).toContain('BEGIN PRIVATE KEY');
    expect(billing).not.toHaveProperty('JWT_SIGNING_KEY');
    expect(install).toMatchObject({
      INSTALL_ALLOWED_NETWORKS: '127.0.0.10/32',
      INSTALL_AGENT_URL: `http://10.0.2.2:${ports.PORT}`,
    });
    const relay = await serviceEnvironment('install-desktop');
    expect(relay).toMatchObject({ INSTALL_GRPC_URL: `127.0.0.1:${install['GRPC_PORT']}` });
    for (const secret of ['DATABASE_URL', 'NATS_URL', 'DATA_ENCRYPTION_KEY'])
      expect(relay).not.toHaveProperty(secret);
    expect(new Set([auth, billing, install].map((env) => env['DATABASE_URL'])).size).toBe(3);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);

    const pidOfBilling = () => run.processes().find(({ name }) => name === 'billing')?.pid;
    const before = pidOfBilling() ?? 0;
    process.kill(before, 'SIGKILL');
    await run.prints('billing ended (SIGKILL), starting it again in 1 s');
    const isBack = () => (pidOfBilling() ?? before) !== before;
    expect(await waitUntil(isBack, 60_000)).toBe(true);

    const second = runs.start(dataDir, ports);
    expect(await second.exit()).toBe(1);
    expect(second.output).toContain(`already running here (process ${run.child.pid})`);
    run.child.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
  });

  it('runs two replicas of every service on request, each with its own ports', async () => {
    const run = runs.start(runs.newDataDir(), { ...ports, REPLICAS: '2' });
    await run.prints(ready());
    expect(run.output).toContain('services are ready: auth, auth-2, billing, billing-2, install, ');
    const names = run.processes().map(({ name }) => name);
    expect(names.filter((name) => name.endsWith('-2')).sort()).toEqual([
      ...['auth-2', 'billing-2', 'install-2', 'install-desktop-2', 'security-2', 'telegram-2'],
    ]);
    const { UPSTREAMS } = await environmentOf(ports.PORT);
    const { auth, web } = JSON.parse(UPSTREAMS) as Record<string, string>;
    expect(web).not.toContain(',');
    const replicas = await Promise.all(
      auth.split(',').map((address) => environmentOf(address.split(':')[1])),
    );
    expect(replicas.map(({ HTTP_PORT }) => `127.0.0.1:${HTTP_PORT}`).join()).toBe(auth);
    const { GRPC_PORT } = replicas[1];
    expect((await serviceEnvironment('billing'))['AUTH_GRPC_URL']).toMatch(
      new RegExp(`^ipv4:127.0.0.1:\\d+,127.0.0.1:${GRPC_PORT}$`),
    );
    run.child.kill('SIGINT');
    expect(await run.exit()).toBe(0);
  });

  it('starts and stops everything and keeps its data across a restart, a kill and a kill of all', async () => {
    const dataDir = runs.newDataDir();
    let run = runs.start(dataDir, ports);
    await run.prints(ready());
    await run.prints(/Password {7}\S{12,}/);
    const processes = run.processes();
    expect(processes.map(({ name }) => name).sort()).toEqual([
      ...['auth', 'billing', 'gateway', 'install', 'install-desktop', 'nats', 'postgres'],
      ...['security', 'telegram', 'web'],
    ]);
    const key = (await serviceEnvironment('auth'))['JWT_SIGNING_KEY'];
    run.child.kill('SIGINT');
    expect(await run.exit()).toBe(0);
    expect(processes.filter(isAlive)).toEqual([]);

    run = runs.start(dataDir, ports);
    await run.prints('Ctrl-C stops everything');
    expect(run.output).not.toContain('Password');
    const auth = await serviceEnvironment('auth');
    expect(auth['JWT_SIGNING_KEY']).toBe(key);
    expect(auth).not.toHaveProperty('ADMIN_PASSWORD');
    run.child.kill('SIGKILL');
    await run.exit();
    const orphans = run.processes();
    expect(orphans).toHaveLength(10);

    run = runs.start(dataDir, ports);
    await run.prints(ready());
    expect(orphans.filter(isAlive)).toEqual([]);
    const all = run.processes();
    run.child.kill('SIGKILL');
    for (const { pid } of all) process.kill(pid, 'SIGKILL');
    await run.exit();

    run = runs.start(dataDir, ports);
    await run.prints(ready());
    run.child.kill('SIGINT');
    expect(await run.exit()).toBe(0);
  });

  it.each(['PORT', 'MAIL_PORT', 'SANDBOX_PORT'] as const)(
    'reports in one sentence that %s is in use',
    async (name) => {
      const other = createServer().listen(Number(ports[name]), '127.0.0.1');
      const run = runs.start(runs.newDataDir(), ports);
      const code = await run.exit();
      other.close();
      expect(code).toBe(1);
      expect(run.output).toMatch(
        new RegExp(`Port ${ports[name]}, needed for .*, is taken by another program: .*${name}=`),
      );
      expect(run.processes()).toEqual([]);
    },
  );

  it('reports why a service did not start and stops all processes', async () => {
    const run = runs.start(runs.newDataDir(), { ...ports, FAKE_BROKEN: 'main' });
    expect(await run.exit()).toBe(1);
    expect(run.output).toMatch(/ended during its start\. Its log \(.*\) ends with:/);
    expect(run.output).toContain('the fake is broken on purpose');
    expect(run.processes()).toEqual([]);
  });

  it('lets commands of the services join as soon as the databases are migrated', async () => {
    const dataDir = runs.newDataDir();
    const run = runs.start(dataDir, ports);
    await run.prints('databases are migrated');
    expect(readRun(join(dataDir, 'run.json'))?.wiring?.databaseUrls).toHaveProperty('billing');
    run.child.kill('SIGINT');
    expect(await run.exit()).toBe(0);
  });

  it('can be stopped during its start', async () => {
    const run = runs.start(runs.newDataDir(), ports);
    await run.prints('Casement is starting');
    run.child.kill('SIGINT');
    expect(await run.exit()).toBe(0);
    expect(run.processes()).toEqual([]);
  });

  it('names an invalid variable', async () => {
    const run = runs.start(runs.newDataDir(), { ...ports, PORT: 'eighty' });
    expect(await run.exit()).toBe(1);
    expect(run.output).toContain('PORT must be a port number');
    expect(run.output).not.toContain('eighty');
  });
});
