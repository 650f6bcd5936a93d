import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, stopNats } from '../infrastructure/nats.js';
import { defaultDataDir } from '../paths.js';
import { startPostgres, stopPostgres } from '../infrastructure/postgres.js';
import { identify, isAlive } from '../processes/process-identity.js';
import { stopProcess, type RunningProcess } from '../processes/processes.js';
import { startPgbouncer } from './pgbouncer.js';
import { survivingProcesses, readRun, writeRun, type Run } from '../processes/run-file.js';

export interface TestServers {
  /** Holds the servers' data, logs and `run.json`. */
  folder: string;
  postgresUrl: string;
  natsUrl: string;
  /** URL of the same PostgreSQL through a PgBouncer in transaction mode, or null if none is installed. */
  poolerUrl: string | null;
  stop(): Promise<void>;
}

const PREFIX = 'casement-test-';
/**
 * Linux's in-memory file system. It needs a third less system time than a disk, because each spec file creates and
 * removes a database.
 */
const MEMORY = '/dev/shm';
/** The medium tests need 200 MB. The rest is for soaks and concurrent programs. */
const ROOM = 8 * 2 ** 30;

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return Math.min(bavail * bsize, freemem()) > ROOM;
}

/**
 * Starts a real PostgreSQL, NATS and PgBouncer for an entire test run, in a folder that is deleted with it.
 *
 * @param options.inMemory stores the data in memory if there is enough; benchmarks measure a disk
 */
export async function startTestServers({ inMemory = false } = {}): Promise<TestServers> {
  await removeKilledRuns();
  const folder = mkdtempSync(join(inMemory && hasRoom(MEMORY) ? MEMORY : tmpdir(), PREFIX));
  chmodSync(folder, 0o711);
  const runFile = join(folder, 'run.json');
  const run: Run = { owner: identify(process.pid)!, processes: [] };
  writeRun(runFile, run);
  const onStart = ({ name, pid, startedAt }: RunningProcess) => {
    run.processes.push({ name, pid, startedAt });
    writeRun(runFile, run);
  };

  const [postgres, nats] = await Promise.all([
    startPostgres({
      dataDir: join(folder, 'postgres'),
      logFile: join(folder, 'postgres.log'),
      disposable: true,
      countsStatements: 'SOAK_WORKERS' in process.env,
      onStart,
    }),
    startNats({
      dataDir: join(folder, 'nats'),
      binDir: join(defaultDataDir, 'bin'),
      logFile: join(folder, 'nats.log'),
      onStart,
    }),
  ]);

  const pooler = await startPgbouncer({
    folder: join(folder, 'pgbouncer'),
    postgresUrl: postgres.url,
    onStart,
  });

  return {
    folder,
    postgresUrl: postgres.url,
    natsUrl: nats.url,
    poolerUrl: pooler?.url ?? null,
    stop: async () => {
      await pooler?.stop();
      await Promise.all([stopPostgres(postgres.process), stopNats(nats.process)]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Cleans up after runs that were killed. Active runs are not affected. */
async function removeKilledRuns(): Promise<void> {
  const folders = [MEMORY, tmpdir()].filter(existsSync).flatMap((parent) =>
    readdirSync(parent)
      .filter((entry) => entry.startsWith(PREFIX))
      .map((entry) => join(parent, entry)),
  );
  for (const folder of folders) {
    const run = readRun(join(folder, 'run.json'));
    if (!run || isAlive(run.owner)) continue;
    for (const leftover of survivingProcesses(run)) await stopProcess(leftover, 'SIGQUIT', 5_000);
    rmSync(folder, { recursive: true, force: true });
  }
}
