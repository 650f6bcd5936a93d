import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPortFree } from '../../src/ports.js';
import { stopProcess } from '@casement/local/processes/processes.js';
import {
  survivingProcesses,
  readRun,
  type RecordedProcess,
} from '@casement/local/processes/run-file.js';
import { waitUntil } from '../../src/wait-until.js';

export type Ports = Record<'PORT' | 'MAIL_PORT' | 'SANDBOX_PORT', string>;

/** A run of the orchestrator with a separate data folder. */
export class CasementProcess {
  output = '';
  private readonly ended: Promise<number | null>;

  constructor(
    readonly child: ChildProcess,
    readonly dataDir: string,
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = once(child, 'close').then(([code]) => code as number | null);
  }

  /** @throws an error with the complete output if the text does not appear */
  async prints(text: string | RegExp, timeoutMs = 60_000): Promise<void> {
    const found = () =>
      typeof text === 'string' ? this.output.includes(text) : text.test(this.output);
    const over = () => found() || this.child.exitCode !== null || this.child.signalCode !== null;
    await waitUntil(over, timeoutMs);
    if (!found()) throw new Error(`"${String(text)}" was not printed. The output:\n${this.output}`);
  }

  /** Returns the exit code, or null after a kill. */
  exit(): Promise<number | null> {
    return this.ended;
  }

  processes(): RecordedProcess[] {
    const run = readRun(join(this.dataDir, 'run.json'));
    return run ? survivingProcesses(run) : [];
  }
}

/** Starts runs for a test and cleans up after them. */
export class CasementRuns {
  private readonly runs: CasementProcess[] = [];
  private readonly folders: string[] = [];

  constructor(private readonly program: string) {}

  newDataDir(): string {
    const folder = mkdtempSync(join(tmpdir(), 'casement-start-'));
    this.folders.push(folder);
    return folder;
  }

  start(dataDir: string, env: Record<string, string>): CasementProcess {
    const child = spawn(process.execPath, [this.program], {
      env: { ...process.env, DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const run = new CasementProcess(child, dataDir);
    this.runs.push(run);
    return run;
  }

  async cleanUp(): Promise<void> {
    for (const run of this.runs.splice(0)) {
      run.child.kill('SIGKILL');
      await run.exit();
      for (const leftover of run.processes()) await stopProcess(leftover, 'SIGKILL');
    }
    for (const folder of this.folders.splice(0)) {
      // If started by root, the database may be outside the folder.
      const pointer = join(folder, 'postgres.path');
      const outside = existsSync(pointer) ? [readFileSync(pointer, 'utf8')] : [];
      for (const path of [...outside, folder]) rmSync(path, { recursive: true, force: true });
    }
  }
}

/**
 * Returns three ports for one run, instead of the product's fixed ones. They are outside the range from which a run
 * takes its own free ports.
 */
export async function freshPorts(): Promise<Ports> {
  const free = new Set<string>();
  while (free.size < 3) {
    const port = randomInt(10_000, 20_000);
    if (await isPortFree(port)) free.add(String(port));
  }
  const [PORT = '', MAIL_PORT = '', SANDBOX_PORT = ''] = free;
  return { PORT, MAIL_PORT, SANDBOX_PORT };
}
