import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

const VERSION = '0.12.4';
const SCRIPT = join(__dirname, 'credssp-acceptor.py');
const FOLDER = join(
  __dirname,
  '../../../../../node_modules/.cache',
  `casement-pyspnego-${VERSION}`,
);
const PYTHON = join(FOLDER, 'bin', 'python');

/** Returns the reason why pyspnego cannot be used here; null if it can. It is fetched from PyPI once. */
export function missingPyspnego(): string | null {
  const works = () => spawnSync(PYTHON, ['-c', 'import spnego']).status === 0;
  if (existsSync(PYTHON) && works()) return null;
  if (spawnSync('python3', ['--version']).status !== 0) return 'python3 is not installed';
  if (spawnSync('python3', ['-m', 'venv', '--clear', FOLDER]).status !== 0) {
    return 'python3 has no venv (Debian package python3-venv)';
  }
  const pip = ['-m', 'pip', 'install', '--quiet', `pyspnego==${VERSION}`];
  spawnSync(PYTHON, pip, { timeout: 120_000 });
  return works() ? null : 'pyspnego could not be fetched from PyPI';
}

/** Behavior of the acceptor for the next clients, see the script. */
export interface Plan {
  version: number;
  password: string;
  status?: number;
  cut?: number;
  oversized?: number;
  /** The only wrapping that is accepted. */
  wrapping?: 'bare' | 'spnego';
}

export interface Outcome {
  wrapping: 'bare' | 'spnego' | null;
  tried: number;
  signed_in: boolean;
  /** Whether the client sent credentials. */
  delegated: boolean;
  error?: string;
}

export class PyspnegoAcceptor {
  private constructor(
    readonly port: number,
    private readonly child: ChildProcessByStdio<Writable, Readable, null>,
    private readonly lines: AsyncIterator<string>,
  ) {}

  static async start(): Promise<PyspnegoAcceptor> {
    const child = spawn(PYTHON, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const { value } = await lines.next();
    return new PyspnegoAcceptor((JSON.parse(value) as { port: number }).port, child, lines);
  }

  /** Must be called before the clients connect. */
  expect(plan: Plan): void {
    this.child.stdin.write(`${JSON.stringify(plan)}\n`);
  }

  /** Returns one outcome per client, after the last client has disconnected. */
  async outcomes(): Promise<Outcome[]> {
    this.child.stdin.write('null\n');
    const { value } = await this.lines.next();
    return JSON.parse(value) as Outcome[];
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
  }
}
