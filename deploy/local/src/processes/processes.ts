import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { identify, isAlive, type ProcessIdentity } from './process-identity.js';
import { waitUntil } from '../wait-until.js';

export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Both outputs are appended here. Uses a file instead of a pipe because it outlives a killed parent. */
  logFile: string;
  /** Requires root. */
  user?: { uid: number; gid: number };
  /**
   * Uses a separate process group, so that Ctrl-C in the terminal reaches only this process, which then stops the
   * others in order.
   */
  detached?: boolean;
  /** Called immediately, long before the server is ready, so that a kill leaves no unrecorded orphan. */
  onStart?: (process: RunningProcess) => void;
}

export interface RunningProcess extends ProcessIdentity {
  name: string;
  child: ChildProcess;
  logFile: string;
  /** Settles when the process has ended. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts a process. Rejects with a one-sentence message if it cannot be started. */
export async function startProcess(spec: ProcessSpec): Promise<RunningProcess> {
  mkdirSync(dirname(spec.logFile), { recursive: true });
  const log = openSync(spec.logFile, 'a', 0o600);
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env ?? process.env,
    stdio: ['ignore', log, log],
    detached: spec.detached ?? false,
    ...spec.user,
  });
  closeSync(log);
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => {
      reject(new Error(`${spec.name} could not be started: ${cause.message}`, { cause }));
    });
  });
  const pid = child.pid!;
  // A process that has already ended has no start time to read.
  const startedAt = identify(pid)?.startedAt ?? 'gone';
  const running = { name: spec.name, pid, startedAt, child, logFile: spec.logFile, exited };
  spec.onStart?.(running);
  return running;
}

/** Runs a command to its end. Rejects with the end of its log if it fails. `signal` stops it. */
export async function runToEnd(spec: ProcessSpec, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const running = await startProcess(spec);
  const stop = () => void stopProcess(running);
  signal.addEventListener('abort', stop, { once: true });
  const { code } = await running.exited;
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (code === 0) return;
  const log = lastLines(spec.logFile);
  throw new Error(`${spec.name} failed. Its log (${spec.logFile}) ends with:\n${log}`);
}

/**
 * Ends a process of this or an earlier run and waits for its end. Sends `signal` first and kills it after `graceMs`.
 */
export async function stopProcess(
  target: ProcessIdentity,
  signal: NodeJS.Signals = 'SIGTERM',
  graceMs = 10_000,
): Promise<void> {
  if (!send(target, signal)) return;
  if (await waitUntil(() => !isAlive(target), graceMs)) return;
  send(target, 'SIGKILL');
  await waitUntil(() => !isAlive(target), 5_000);
}

/** Returns the last lines of a process's log, which usually tell why it ended. */
export function lastLines(logFile: string, count = 8): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
}

/** Returns false if the process has ended, because its pid may belong to another process now. */
function send(target: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (!isAlive(target)) return false;
  try {
    process.kill(target.pid, signal);
    return true;
  } catch {
    return false;
  }
}
