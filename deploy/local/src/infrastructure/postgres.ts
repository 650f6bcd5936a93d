import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { onlyNamed } from '../environment.js';
import { freePort, isPortFree } from '../ports.js';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.js';
import { commandOf, identify } from '../processes/process-identity.js';
import {
  lastLines,
  startProcess,
  stopProcess,
  type ProcessSpec,
  type RunningProcess,
} from '../processes/processes.js';
import { waitUntil } from '../wait-until.js';

export interface PostgresOptions {
  /** Folder of the cluster. Created on the first start. If started by root, other users must be able to access it. */
  dataDir: string;
  logFile: string;
  /** Password of the superuser. If absent, every loopback connection is trusted, which only tests use. */
  password?: string;
  /** Folder with `initdb` and `postgres`. Default: the npm package's. */
  binDir?: string;
  /** Disables fsync for faster tests. A crash may then lose data. */
  disposable?: boolean;
  /** Allows `pg_stat_statements` to be created in its databases. */
  countsStatements?: boolean;
  /** Port to listen on if it has already been published to clients. Default: a free one. */
  port?: number;
  detached?: boolean;
  onStart?: ProcessSpec['onStart'];
}

export interface Postgres {
  process: RunningProcess;
  port: number;
  /** URL of the database `postgres` as the superuser `postgres`. */
  url: string;
}

const DISPOSABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const START_TIMEOUT_MS = 30_000;
/** The children of a killed server end by themselves after a moment. Until then, its data folder cannot be used. */
const STILL_USED = /pre-existing shared memory block/;

/** Starts a real PostgreSQL on a free loopback port and waits until it accepts connections. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binaries = findPostgres(options.binDir);
  await clearLeftover(options.dataDir);
  if (!existsSync(join(options.dataDir, 'PG_VERSION'))) initialise(binaries, options);

  // Retries once because a port can be taken between the check and the server's bind.
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const server = await startServer(binaries, options, port);
    const url = superuserUrl(port, options.password);
    if (await answers(server, url)) return { process: server, port, url };

    const log = lastLines(options.logFile);
    await stopPostgres(server);
    if (STILL_USED.test(log) && attempt < 20) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    if (attempt >= 3 || (await isPortFree(port))) {
      throw new Error(`PostgreSQL did not start. Its log (${options.logFile}) ends with:\n${log}`);
    }
  }
}

/** Shuts the server down cleanly. It rolls back open transactions and writes a checkpoint. */
export async function stopPostgres(server: Parameters<typeof stopProcess>[0]): Promise<void> {
  await stopProcess(server, 'SIGINT', 20_000);
}

function initialise(binaries: PostgresBinaries, options: PostgresOptions): void {
  // An interrupted initdb leaves no valid cluster, and initdb refuses a folder with content.
  rmSync(options.dataDir, { recursive: true, force: true });
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  if (binaries.user) chownSync(options.dataDir, binaries.user.uid, binaries.user.gid);

  const auth = options.password ? 'scram-sha-256' : 'trust';
  const args = ['-D', options.dataDir, '-U', 'postgres', '-A', auth, '-E', 'UTF8'];
  args.push('--locale=C', '--no-sync', '--no-instructions');
  const passwordFile = `${options.dataDir}.password`;
  if (options.password) {
    writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
    if (binaries.user) chownSync(passwordFile, binaries.user.uid, binaries.user.gid);
    args.push(`--pwfile=${passwordFile}`);
  }
  const result = spawnSync(binaries.initdb, args, {
    ...binaries.user,
    cwd: '/',
    env: onlyNamed(process.env),
    encoding: 'utf8',
  });
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    rmSync(options.dataDir, { recursive: true, force: true });
    throw new Error(`PostgreSQL's initdb failed: ${result.stderr || result.error?.message}`);
  }
}

function startServer(binaries: PostgresBinaries, options: PostgresOptions, port: number) {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    'shared_buffers=64MB',
    // Containers often have a /dev/shm that is too small for parallel queries.
    'max_parallel_workers_per_gather=0',
    'timezone=UTC',
    ...(options.disposable ? DISPOSABLE : []),
    ...(options.countsStatements ? ['shared_preload_libraries=pg_stat_statements'] : []),
  ];
  return startProcess({
    name: 'postgres',
    command: binaries.postgres,
    args: ['-D', options.dataDir, ...settings.flatMap((setting) => ['-c', setting])],
    cwd: '/',
    env: onlyNamed(process.env),
    logFile: options.logFile,
    ...(binaries.user && { user: binaries.user }),
    ...(options.detached && { detached: true }),
    ...(options.onStart && { onStart: options.onStart }),
  });
}

async function answers(server: RunningProcess, url: string): Promise<boolean> {
  let hasExited = false;
  void server.exited.then(() => (hasExited = true));
  let ready = false;
  await waitUntil(async () => (ready = await canConnect(url)) || hasExited, START_TIMEOUT_MS, 30);
  return ready;
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Removes the `postmaster.pid` of a killed run, which would prevent every start, and stops its server if it still
 * runs. If the pid now belongs to another process, only the file is removed.
 */
async function clearLeftover(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const leftover = identify(Number(readFileSync(file, 'utf8').split('\n')[0]));
  if (leftover && commandOf(leftover.pid).includes(dataDir)) await stopPostgres(leftover);
  rmSync(file, { force: true });
}

function superuserUrl(port: number, password?: string): string {
  const secret = password ? `:${encodeURIComponent(password)}` : '';
  return `postgres://postgres${secret}@127.0.0.1:${port}/postgres`;
}
