import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../paths.js';
import { countResults, failSkipped, type Counts } from './results.js';
import type { Stage } from './stages.js';

export interface StageOptions {
  /** Folder for reports, traces and output. */
  resultDir: string;
  /** Arguments added to the command if a change affects only a part of the stage. */
  narrowed?: string[];
  /** No other stage runs at the same time, so output goes to the terminal instead of a file. */
  exclusive?: boolean;
}

export interface StageResult extends Counts {
  /** File with the stage's output, or null if it went to the terminal. */
  log: string | null;
}

const running = new Set<ChildProcess>();

/** Signals all processes of each stage, because npx and shells do not forward signals to their children. */
export function forwardSignal(signal: NodeJS.Signals): void {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, signal);
    } catch {
      // The process has just ended, so there is nothing to signal.
    }
  }
}

export async function runStage(stage: Stage, options: StageOptions): Promise<StageResult> {
  const name = stage.title.toLowerCase().replaceAll(/\W+/g, '-');
  const folder = join(options.resultDir, name);
  const file = `${folder}.json`;
  const log = options.exclusive ? null : `${folder}.log`;
  rmSync(file, { force: true });
  const fill = (text: string) => text.replaceAll('RESULT', file).replaceAll('OUTPUT', folder);
  const [command = '', ...args] = [...stage.command, ...(options.narrowed ?? [])].map(fill);
  const own = Object.entries(stage.env ?? {}).map(([key, value]) => [key, fill(value)] as const);
  const output = log === null ? 'inherit' : openSync(log, 'w');
  const [program, ...rest] = stage.nice
    ? ['nice', '-n', `${stage.nice}`, command, ...args]
    : [command, ...args];
  const child = spawn(program, rest, {
    cwd: repositoryRoot,
    env: { ...process.env, ...Object.fromEntries(own) },
    stdio: ['ignore', output, output],
    // Creates a separate process group.
    detached: true,
  });
  if (typeof output === 'number') closeSync(output);
  running.add(child);
  if (stage.nice) lowerSession(child, stage.nice);
  const exitCode = await once(child, 'close').then(
    ([code]) => code as number | null,
    () => null, // The process failed to start, which `spawn` reports as an error event.
  );
  running.delete(child);
  if (!stage.results) return { ...(exitCode === 0 ? PASSED : FAILED), log };
  const mayBeEmpty = (options.narrowed ?? []).length > 0;
  const counts = countResults(exitCode, stage.results(file), { mayBeEmpty });
  return { ...(process.env['FAIL_SKIPPED'] ? failSkipped(counts) : counts), log };
}

/**
 * On Linux with autogroup, which distributes CPU time among sessions, `nice` has an effect only within a session
 * (sched(7)).
 */
function lowerSession({ pid }: ChildProcess, nice: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, `${nice}`);
  } catch {
    // Other systems and kernels without autogroup need only `nice`.
  }
}

const PASSED: Counts = { passed: 1, failed: 0 };
const FAILED: Counts = { passed: 0, failed: 1 };
