import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Wiring } from '../environment.js';
import { isAlive, type ProcessIdentity } from './process-identity.js';

export interface RecordedProcess extends ProcessIdentity {
  name: string;
  port?: number;
}

/** Processes started by one run, so that the next run can find those left by a kill. */
export interface Run {
  /** Process that started the others and supervises them. */
  owner: ProcessIdentity;
  /** Ordered by start. */
  processes: RecordedProcess[];
  /** Addresses of all processes. Present after everything has started. */
  wiring?: Wiring;
}

/** Returns the recorded run, or null if the file is missing or corrupt. */
export function readRun(file: string): Run | null {
  if (!existsSync(file)) return null;
  try {
    const run = JSON.parse(readFileSync(file, 'utf8')) as Partial<Run>;
    return run.owner && Array.isArray(run.processes) ? (run as Run) : null;
  } catch {
    return null;
  }
}

/** Replaces the file atomically. A kill leaves either the old or the new file. */
export function writeRun(file: string, run: Run): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/**
 * Returns the processes of a run that are still running, last started first, which is the order in which to stop
 * them.
 */
export function survivingProcesses(run: Run): RecordedProcess[] {
  return run.processes.filter(isAlive).reverse();
}
