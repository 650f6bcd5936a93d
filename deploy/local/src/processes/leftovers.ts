import { rmSync } from 'node:fs';
import { isAlive } from './process-identity.js';
import { stopProcess } from './processes.js';
import { survivingProcesses, readRun } from './run-file.js';

/** Processes that hold data. They are stopped last, in this order. */
const LAST = ['nats', 'postgres'];

/** Ends processes that a killed run left in this data folder. Refuses to start if another run is still active. */
export async function cleanUpPreviousRun(
  runFile: string,
  print: (line: string) => void,
): Promise<void> {
  const run = readRun(runFile);
  if (!run) return;
  if (isAlive(run.owner)) {
    throw new Error(
      `Casement is already running here (process ${run.owner.pid}); end it with Ctrl-C in its terminal.`,
    );
  }
  const orphans = survivingProcesses(run);
  if (orphans.length > 0) {
    print(`ending what a killed run has left: ${orphans.map(({ name }) => name).join(', ')}`);
    const first = orphans.filter(({ name }) => !LAST.includes(name));
    await Promise.all(first.map((orphan) => stopProcess(orphan, 'SIGTERM', 5_000)));
    for (const name of LAST) {
      const server = orphans.find((orphan) => orphan.name === name);
      if (server) await stopProcess(server, name === 'postgres' ? 'SIGINT' : 'SIGTERM', 20_000);
    }
  }
  rmSync(runFile, { force: true });
}
