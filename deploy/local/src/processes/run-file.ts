import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Wiring } from '../environment.js';
import { isAlive, type ProcessIdentity } from './process-identity.js';

/** A process as the run file remembers it. */
export interface RecordedProcess extends ProcessIdentity {
  name: string;
  port?: number;
}

/** What one run has started, so that the next one can find what a kill has left behind. */
export interface Run {
  /** The process that started the others and answers for them. */
  owner: ProcessIdentity;
  /** In the order of their start. */
  processes: RecordedProcess[];
  /** Where everything answers; there once all of it runs. */
  wiring?: Wiring;
}

/** The run on record, or null when there is none or the file is damaged. */
export function readRun(file: string): Run | null {
  if (!existsSync(file)) return null;
  try {
    const run = JSON.parse(readFileSync(file, 'utf8')) as Partial<Run>;
    return run.owner && Array.isArray(run.processes) ? (run as Run) : null;
  } catch {
    return null;
  }
}

/** Replaces the file in one step: a kill leaves the old or the new one, never half of it. */
export function writeRun(file: string, run: Run): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Those of a run that still live, last started first: the order in which to stop them. */
export function leftovers(run: Run): RecordedProcess[] {
  return run.processes.filter(isAlive).reverse();
}
