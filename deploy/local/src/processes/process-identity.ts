import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process, even after another process has got the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque value, equal only for the same process on the same boot. */
  startedAt: string;
}

/** Returns the process that has this pid now, or null if there is none or only a zombie. */
export function identify(pid: number): ProcessIdentity | null {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/** Whether exactly this process is running. */
export function isAlive(process: ProcessIdentity): boolean {
  return identify(process.pid)?.startedAt === process.startedAt;
}

/** Returns the command line of a process, or an empty string if it has ended or is inaccessible. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    }
    return ps(pid, 'command=');
  } catch {
    return '';
  }
}

function startOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name is in parentheses and may itself contain spaces and parentheses.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const ticksSinceBoot = fields[18];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${ticksSinceBoot}`;
  } catch {
    return null;
  }
}

function startByPs(pid: number): string | null {
  try {
    const line = ps(pid, 'stat=,lstart=');
    return line.startsWith('Z') ? null : line.slice(line.indexOf(' ')).trim();
  } catch {
    return null;
  }
}

/** @throws if there is no such process */
function ps(pid: number, columns: string): string {
  const args = ['-o', columns, '-p', String(pid)];
  return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
