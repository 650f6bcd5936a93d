import { rmSync } from 'node:fs';
import type { Wiring } from './environment.js';
import { identify } from './processes/process-identity.js';
import { runToEnd, type ProcessSpec, type RunningProcess } from './processes/processes.js';
import { leftovers, writeRun, type Run } from './processes/run-file.js';
import { Supervised, type Part } from './processes/supervised.js';

/**
 * Processes and servers that are brought up one after the other and taken down the other way round.
 * What runs is kept in the run file, so that the next run finds what a kill has left.
 */
export class Stack {
  private readonly run: Run = { owner: identify(process.pid)!, processes: [] };
  private readonly stopping = new AbortController();
  private readonly stops: (() => Promise<unknown>)[] = [];

  constructor(
    private readonly runFile: string,
    private readonly say: (line: string) => void,
  ) {
    writeRun(runFile, this.run);
  }

  /** Keeps these running from now on; resolves when all are ready. They are stopped together. */
  async supervise(parts: Part[]): Promise<void> {
    const listener = { say: this.say, started: (one: RunningProcess) => this.record(one) };
    const all = parts.map((part) => new Supervised(part, listener, this.stopping.signal));
    this.onStop(() => Promise.all(all.map((one) => one.stop())));
    await this.together(all.map((one) => one.start()));
  }

  /** Runs a command to its end, such as a migration. */
  async runStep(spec: ProcessSpec): Promise<void> {
    const onStart = (one: RunningProcess) => this.record(one);
    await runToEnd({ ...spec, detached: true, onStart }, this.stopping.signal);
  }

  /** For programs that join this run from outside. */
  publish(wiring: Wiring): void {
    this.run.wiring = wiring;
    writeRun(this.runFile, this.run);
  }

  /** For what runs inside this process. */
  onStop(stop: () => Promise<unknown>): void {
    this.stops.push(stop);
  }

  /**
   * Waits for all. The first failure stops the others' start, is waited out, and then thrown, so
   * that nothing comes up any more behind the back of `stop`.
   */
  async together<T extends unknown[]>(starts: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
    const failures: Error[] = [];
    const results = await Promise.all(
      (starts as Promise<unknown>[]).map((start) =>
        start.catch((error: Error) => {
          failures.push(error);
          this.stopping.abort(error);
        }),
      ),
    );
    if (failures[0]) throw failures[0];
    return results as T;
  }

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** No restart and no start any more. */
  abort(): void {
    this.stopping.abort(new Error('stopped'));
  }

  /** Takes everything down. To be called when the bringing up has ended, well or not. */
  async stop(): Promise<void> {
    this.abort();
    for (const stop of this.stops.splice(0).reverse()) await stop();
    rmSync(this.runFile, { force: true });
  }

  /** At once and without order, for the impatient. */
  kill(): void {
    for (const one of leftovers(this.run)) process.kill(one.pid, 'SIGKILL');
  }

  private record({ name, pid, startedAt }: RunningProcess): void {
    const others = this.run.processes.filter((one) => one.name !== name);
    this.run.processes = [...others, { name, pid, startedAt }];
    writeRun(this.runFile, this.run);
  }
}
