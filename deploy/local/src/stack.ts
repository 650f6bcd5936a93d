import { rmSync } from 'node:fs';
import type { Wiring } from './environment.js';
import { identify } from './processes/process-identity.js';
import { runToEnd, type ProcessSpec, type RunningProcess } from './processes/processes.js';
import { survivingProcesses, writeRun, type Run } from './processes/run-file.js';
import { Supervised, type ProcessDefinition } from './processes/supervised.js';

/**
 * Processes and servers that are started in order and stopped in reverse order. They are recorded in the run file, so
 * that the next run finds those left by a kill.
 */
export class Stack {
  private readonly run: Run = { owner: identify(process.pid)!, processes: [] };
  private readonly stopping = new AbortController();
  private readonly stops: (() => Promise<unknown>)[] = [];

  constructor(
    private readonly runFile: string,
    private readonly print: (line: string) => void,
  ) {
    writeRun(runFile, this.run);
  }

  /** Supervises these parts from now on. Resolves when all are ready. They are stopped together. */
  async supervise(definitions: ProcessDefinition[]): Promise<void> {
    const listener = { print: this.print, started: (one: RunningProcess) => this.record(one) };
    const all = definitions.map(
      (definition) => new Supervised(definition, listener, this.stopping.signal),
    );
    this.onStop(() => Promise.all(all.map((one) => one.stop())));
    await this.startInParallel(all.map((one) => one.start()));
  }

  /** Runs a command to its end, such as a migration. */
  async runStep(spec: ProcessSpec): Promise<void> {
    const onStart = (one: RunningProcess) => this.record(one);
    await runToEnd({ ...spec, detached: true, onStart }, this.stopping.signal);
  }

  /** Records the addresses for programs that join this run from outside. */
  publish(wiring: Wiring): void {
    this.run.wiring = wiring;
    writeRun(this.runFile, this.run);
  }

  /** Registers a stop function for servers inside this process. */
  onStop(stop: () => Promise<unknown>): void {
    this.stops.push(stop);
  }

  /**
   * Waits for all. After the first failure it stops the other starts, waits for them to end and then throws, so that
   * no process starts unnoticed by `stop`.
   */
  async startInParallel<T extends unknown[]>(starts: {
    [K in keyof T]: Promise<T[K]>;
  }): Promise<T> {
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

  /** Prevents further starts and restarts. */
  abort(): void {
    this.stopping.abort(new Error('stopped'));
  }

  /** Stops everything. Must be called after the start has ended, successfully or not. */
  async stop(): Promise<void> {
    this.abort();
    for (const stop of this.stops.splice(0).reverse()) await stop();
    rmSync(this.runFile, { force: true });
  }

  /** Kills everything immediately and in no order, after a second stop signal. */
  kill(): void {
    for (const one of survivingProcesses(this.run)) process.kill(one.pid, 'SIGKILL');
  }

  private record({ name, pid, startedAt }: RunningProcess): void {
    const otherProcesses = this.run.processes.filter((one) => one.name !== name);
    this.run.processes = [...otherProcesses, { name, pid, startedAt }];
    writeRun(this.runFile, this.run);
  }
}
