import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@casement/common/testing/free-port.js';
import { waitFor } from '@casement/common/testing/wait-for.js';

const WITH_PARENT = join(__dirname, 'exit-with-parent.mjs');
const MAIN = join(__dirname, '..', '..', 'dist', 'main.js');

/** Runs the built service in a separate process so that it can be killed. Requires `tsc -b`. */
export class TelegramProcess {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly env: Record<string, string>,
    private readonly folder: string,
    readonly url: string,
  ) {}

  static async start(env: Record<string, string>): Promise<TelegramProcess> {
    const ports = { HTTP_PORT: String(await freePort()), GRPC_PORT: String(await freePort()) };
    const folder = mkdtempSync(join(tmpdir(), 'casement-telegram-'));
    const url = `http://127.0.0.1:${ports.HTTP_PORT}`;
    const service = new TelegramProcess({ ...env, ...ports }, folder, url);
    await service.boot();
    return service;
  }

  /** Kills the process with kill -9, so no handler runs. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const hasExited = once(child, 'exit');
    child.kill('SIGKILL');
    await hasExited;
  }

  /** Starts the process. Resolves once it answers requests. */
  async boot(): Promise<void> {
    const log = openSync(this.logFile, 'a');
    const child = spawn(process.execPath, ['--import', WITH_PARENT, MAIN], {
      env: { PATH: process.env['PATH'], ...this.env },
      stdio: ['pipe', log, log],
    });
    closeSync(log);
    this.child = child;
    const ended = () => child.exitCode !== null || child.signalCode !== null;
    const isReady = async () =>
      (await fetch(`${this.url}/health/ready`).catch(() => null))?.ok ?? false;
    await waitFor(async () => ended() || (await isReady()), { timeoutMs: 120_000, everyMs: 50 });
    if (child.exitCode !== null) throw new Error(`telegram ended: ${this.log()}`);
  }

  /** Returns the log of all processes started so far. */
  log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get logFile(): string {
    return join(this.folder, 'log');
  }
}
