import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { onlyNamed } from '../environment.js';
import { isExecutable } from '../../setup/programs.mjs';
import { freePort } from '../ports.js';
import { findPostgres } from '../infrastructure/postgres-binaries.js';
import { lastLines, startProcess, stopProcess, type ProcessSpec } from '../processes/processes.js';
import { waitUntil } from '../wait-until.js';

const START_TIMEOUT_MS = 10_000;

export interface Pgbouncer {
  /** URL of the database `postgres` as the superuser through the pooler. Other databases work the same way. */
  url: string;
  stop(): Promise<void>;
}

/** Debian installs it outside an ordinary user's PATH. Returns null if it is not installed. */
function findPgbouncer(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find(isExecutable) ?? null;
}

/**
 * Starts a real PgBouncer in transaction mode for all databases of a server that trusts its loopback. Other settings
 * keep their defaults.
 *
 * @returns null if PgBouncer is not installed
 */
export async function startPgbouncer(options: {
  folder: string;
  postgresUrl: string;
  /** Additional lines of the `[pgbouncer]` section of its configuration. */
  extra?: readonly string[];
  onStart?: ProcessSpec['onStart'];
}): Promise<Pgbouncer | null> {
  const command = findPgbouncer();
  if (!command) return null;
  const { folder, postgresUrl, extra = [], onStart } = options;
  const port = await freePort();
  const target = new URL(postgresUrl);
  mkdirSync(folder, { recursive: true });
  const users = join(folder, 'users.txt');
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(users, '"postgres" ""\n');
  writeFileSync(
    config,
    [
      '[databases]',
      `* = host=${target.hostname} port=${target.port}`,
      '[pgbouncer]',
      'pool_mode = transaction',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      ...extra,
      '',
    ].join('\n'),
  );
  chmodSync(folder, 0o755);
  const logFile = join(folder, 'pgbouncer.log');
  // PgBouncer refuses to run as root, like PostgreSQL.
  const { user } = findPostgres();
  const server = await startProcess({
    name: 'pgbouncer',
    command,
    args: [config],
    cwd: '/',
    env: onlyNamed(process.env),
    logFile,
    ...(user && { user }),
    ...(onStart && { onStart }),
  });
  const state = { hasExited: false };
  void server.exited.then(() => (state.hasExited = true));
  const listening = await waitUntil(
    async () => state.hasExited || (await accepts(port)),
    START_TIMEOUT_MS,
  );
  if (!listening || state.hasExited) {
    await stopProcess(server, 'SIGTERM', 5_000);
    throw new Error(
      `PgBouncer did not start. Its log (${logFile}) ends with:\n${lastLines(logFile)}`,
    );
  }
  const url = new URL(postgresUrl);
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, stop: () => stopProcess(server, 'SIGQUIT', 5_000) };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
