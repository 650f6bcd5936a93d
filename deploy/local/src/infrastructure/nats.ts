import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onlyNamed } from '../environment.js';
import { findNatsServer } from './nats-binary.js';
import {
  lastLines,
  startProcess,
  stopProcess,
  type ProcessSpec,
  type RunningProcess,
} from '../processes/processes.js';
import { waitUntil } from '../wait-until.js';

export interface NatsOptions {
  /** Holds streams and buckets. Created on the first start. */
  dataDir: string;
  /** Holds a downloaded nats-server. */
  binDir: string;
  logFile: string;
  /** Port to listen on if it has already been published to clients. Default: a free one. */
  port?: number;
  /** Additional configuration lines. */
  extra?: readonly string[];
  detached?: boolean;
  onStart?: ProcessSpec['onStart'];
}

export interface Nats {
  process: RunningProcess;
  port: number;
  url: string;
}

const START_TIMEOUT_MS = 30_000;

/** Starts a real nats-server with JetStream on a free loopback port and waits until it listens. */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const binary = await findNatsServer(options.binDir);
  mkdirSync(options.dataDir, { recursive: true });
  const config = join(options.dataDir, 'nats.conf');
  // With port -1 the server selects a free port and writes it to a file, so that no other program can take it first.
  writeFileSync(
    config,
    [
      `listen: "127.0.0.1:${options.port ?? -1}"`,
      `ports_file_dir: ${JSON.stringify(options.dataDir)}`,
      `jetstream { store_dir: ${JSON.stringify(join(options.dataDir, 'store'))} }`,
      ...(options.extra ?? []),
      '',
    ].join('\n'),
    { mode: 0o600 },
  );
  const server = await startProcess({
    name: 'nats',
    command: binary,
    args: ['--config', config],
    env: onlyNamed(process.env),
    logFile: options.logFile,
    ...(options.detached && { detached: true }),
    ...(options.onStart && { onStart: options.onStart }),
  });

  const portsFile = join(options.dataDir, `nats-server_${server.pid}.ports`);
  const state = { hasExited: false };
  void server.exited.then(() => (state.hasExited = true));
  await waitUntil(() => state.hasExited || readPort(portsFile) !== null, START_TIMEOUT_MS);
  const port = readPort(portsFile);
  rmSync(portsFile, { force: true });
  if (port === null) {
    await stopNats(server);
    const log = lastLines(options.logFile);
    throw new Error(`nats-server did not start. Its log (${options.logFile}) ends with:\n${log}`);
  }
  return { process: server, port, url: `nats://127.0.0.1:${port}` };
}

export async function stopNats(server: Parameters<typeof stopProcess>[0]): Promise<void> {
  await stopProcess(server, 'SIGTERM', 10_000);
}

function readPort(file: string): number | null {
  if (!existsSync(file)) return null;
  try {
    const { nats } = JSON.parse(readFileSync(file, 'utf8')) as { nats: string[] };
    return nats[0] === undefined ? null : Number(new URL(nats[0]).port);
  } catch {
    return null;
  }
}
