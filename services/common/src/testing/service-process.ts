import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from './wait-for.js';

const services = join(import.meta.dirname, '..', '..', '..');

/** Timeout for hangs. Several processes start concurrently on a possibly busy machine. */
const START_MS = 150_000;

/** A service in a separate process, as in production, so that it can be killed. */
export class ServiceProcess {
  private child: ChildProcess | null = null;

  constructor(
    private readonly name: 'billing' | 'install' | 'desktop-relay',
    private readonly env: Record<string, string>,
    private readonly logFile: string,
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get url(): string {
    return `http://127.0.0.1:${this.env['HTTP_PORT']}`;
  }

  async start(): Promise<void> {
    const child = this.spawn();
    this.child = child;
    const url = `${this.url}/health/ready`;
    const ended = () => child.exitCode !== null || child.signalCode !== null;
    const isReady = async () => (await fetch(url).catch(() => null))?.ok ?? false;
    await waitFor(async () => ended() || (await isReady()), { timeoutMs: START_MS });
    if (ended()) throw new Error(`${this.name} ended, see ${this.logFile}`);
  }

  /** Sends SIGKILL, so that no shutdown handler runs. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async killAndStart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** Freezes the process, like a suspended machine. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const hasExited = once(child, 'exit');
    child.kill(signal);
    await hasExited;
  }

  private spawn(): ChildProcess {
    const log = openSync(this.logFile, 'a');
    const child = spawn(process.execPath, [join(services, this.name, 'dist/main.js')], {
      env: { PATH: process.env['PATH'], ...this.env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return child;
  }
}
