import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Bytes } from './byte-stream.js';
import { ImageRefused } from '../image-failures.js';

export interface LimitedProgram {
  program: string;
  args: string[];
  package: string;
  /** Limit of the address space, in MiB. */
  memoryMib: number;
  timeoutMs: number;
  /** Exit codes that count as success. Defaults to 0. */
  goodCodes?: number[];
  signal?: AbortSignal | undefined;
  /** Working directory; `env` holds additional environment variables. */
  cwd?: string;
  env?: Record<string, string>;
}

export class ProgramFailed extends Error {
  constructor(
    program: string,
    readonly complaint: string,
  ) {
    super(`${program} failed: ${complaint}`);
    this.name = 'ProgramFailed';
  }
}

/** Shell exit codes: not executable (126), not found (127). */
const NOT_STARTED = [126, 127];
const COMPLAINT_CHARACTERS = 2000;

/**
 * Runs the program until it exits, without a network if the system allows it.
 * @param onOutput receives the output as it arrives
 * @returns the output
 * @throws ImageRefused PROGRAM_MISSING, ProgramFailed
 */
export async function runLimited(
  program: LimitedProgram,
  onOutput: (piece: string) => void = () => undefined,
  input: Bytes | null = null,
): Promise<string> {
  let output = '';
  for await (const piece of filterThrough(program, input)) {
    const text = piece.toString('utf8');
    onOutput(text);
    if (output.length < 2 ** 20) output += text;
  }
  return output;
}

/**
 * Pipes `input` through the program. Succeeds only if the input ended normally and the program reports success.
 * @throws ImageRefused PROGRAM_MISSING, ProgramFailed, the errors of `input`
 */
export async function* filterThrough(
  limited: LimitedProgram,
  input: Bytes | null,
): AsyncGenerator<Buffer> {
  const child = await start(limited);
  let complaint = '';
  child.stderr!.on('data', (piece: Buffer) => {
    complaint = (complaint + piece.toString('utf8')).slice(-COMPLAINT_CHARACTERS);
  });
  const ended = endOf(child);
  const fed = feed(child, input);
  const kill = () => child.kill('SIGKILL');
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, limited.timeoutMs);
  limited.signal?.addEventListener('abort', kill, { once: true });
  try {
    for await (const piece of child.stdout as Bytes) yield piece;
    const { code, error } = await ended;
    limited.signal?.throwIfAborted();
    if (NOT_STARTED.includes(code ?? 0) || error?.code === 'ENOENT') {
      const { program, package: name } = limited;
      throw new ImageRefused('PROGRAM_MISSING', { program, package: name });
    }
    const problem = await fed;
    // A program may close its input early; its exit code decides.
    if (problem && !isClosedPipe(problem)) throw problem;
    const { goodCodes = [0] } = limited;
    if (code === null || !goodCodes.includes(code)) {
      throw new ProgramFailed(limited.program, timedOut ? 'too slow' : complaint.trim());
    }
  } finally {
    clearTimeout(timer);
    limited.signal?.removeEventListener('abort', kill);
    kill();
    await fed;
  }
}

async function start({
  program,
  args,
  memoryMib,
  cwd,
  env,
}: LimitedProgram): Promise<ChildProcess> {
  const [first, ...before] = await withoutNetwork();
  const limits = ['-c', 'ulimit -v "$0" 2>/dev/null; exec "$@"', String(memoryMib * 1024)];
  const command = [...before, ...(first ? ['sh'] : []), ...limits, program, ...args];
  return spawn(first ?? 'sh', command, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Passes only the location of programs, without settings or secrets.
    env: { ...env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin`, LC_ALL: 'C' },
    ...(cwd && { cwd }),
  });
}

const execute = promisify(execFile);
let isolation: Promise<string[]> | undefined;

/** Starts programs in a separate network namespace if permitted; containers often forbid it. */
const withoutNetwork = (): Promise<string[]> =>
  (isolation ??= (async () => {
    for (const option of ['-n', '-rn']) {
      const works = await execute('unshare', [option, 'true']).then(
        () => true,
        () => false,
      );
      if (works) return ['unshare', option];
    }
    return [];
  })());

/** Never rejects, because errors are evaluated after the program has exited. */
async function feed(child: ChildProcess, input: Bytes | null): Promise<Error | null> {
  const stdin = child.stdin!;
  stdin.on('error', () => undefined);
  if (!input) {
    stdin.end();
    return null;
  }
  try {
    await pipeline(Readable.from(input), stdin);
    return null;
  } catch (error) {
    return error as Error;
  }
}

function endOf(
  child: ChildProcess,
): Promise<{ code: number | null; error?: NodeJS.ErrnoException }> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, error }));
    child.once('close', (code) => resolve({ code }));
  });
}

const isClosedPipe = (error: Error): boolean =>
  ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
