import { setTimeout as pause } from 'node:timers/promises';
import { lastLines, stopProcess, type RunningProcess } from './processes.js';
import { waitUntil } from '../wait-until.js';

export interface ProcessDefinition {
  name: string;
  /** Starts the process. Called again, with the same ports, after the process died. */
  launch: (onStart: OnStart) => Promise<RunningProcess>;
  /** Polled until it returns true. Not needed if `launch` itself waits until the process is ready. */
  isReady?: () => Promise<boolean>;
  /** Signal that requests a clean shutdown. Default: SIGTERM. */
  stopSignal?: NodeJS.Signals;
}

/** Called for every process as soon as it has started. */
type OnStart = (process: RunningProcess) => void;

export interface Listener {
  print: (line: string) => void;
  started: OnStart;
}

/** Generous because twelve processes start concurrently, possibly on two cores with other load. */
const READY_TIMEOUT_MS = 120_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** A process that has run for this long counts as recovered, so the delay before its next restart is short again. */
const HEALTHY_AFTER_MS = 60_000;

/** Keeps one part of the stack running until it is stopped. */
export class Supervised {
  private current: Promise<RunningProcess> | undefined;

  /** @param stopping aborted when the entire stack stops; no process is started afterwards */
  constructor(
    private readonly definition: ProcessDefinition,
    private readonly listener: Listener,
    private readonly stopping: AbortSignal,
  ) {}

  get name(): string {
    return this.definition.name;
  }

  /** Performs the first start. If the process dies or hangs, the error is reported instead of retried. */
  async start(): Promise<void> {
    const process = await this.launch();
    let hasExited = false;
    void process.exited.then(() => (hasExited = true));
    const isOver = async () =>
      hasExited ||
      this.stopping.aborted ||
      (this.definition.isReady ? await this.definition.isReady() : true);
    const inTime = await waitUntil(isOver, READY_TIMEOUT_MS, 50);
    this.stopping.throwIfAborted();
    if (hasExited || !inTime) {
      const what = hasExited
        ? 'ended during its start'
        : `was not ready after ${READY_TIMEOUT_MS / 1000} s`;
      const log = lastLines(process.logFile);
      throw new Error(`${this.name} ${what}. Its log (${process.logFile}) ends with:\n${log}`);
    }
    void this.keepAlive(process);
  }

  async stop(): Promise<void> {
    // Waits for a launch in progress, because its process must also be stopped.
    const process = await this.current?.catch(() => undefined);
    if (process) await stopProcess(process, this.definition.stopSignal);
  }

  private launch(): Promise<RunningProcess> {
    this.stopping.throwIfAborted();
    this.current = this.definition.launch(this.listener.started);
    return this.current;
  }

  private async keepAlive(first: RunningProcess): Promise<void> {
    let wait = FIRST_PAUSE_MS;
    for (let running = first; ;) {
      const began = Date.now();
      const { code, signal } = await running.exited;
      if (this.stopping.aborted) return;
      if (Date.now() - began > HEALTHY_AFTER_MS) wait = FIRST_PAUSE_MS;

      const how = signal ?? `code ${code}`;
      const next = `starting it again in ${Math.round(wait / 1000)} s`;
      this.listener.print(`${this.name} ended (${how}), ${next}; see ${running.logFile}`);
      const again = await this.launchAfter(wait);
      if (!again) return;
      running = again;
      wait = Math.min(wait * 2, MAX_PAUSE_MS);
    }
  }

  /** Retries until the process runs. Returns null if the stack is being stopped. */
  private async launchAfter(firstWait: number): Promise<RunningProcess | null> {
    for (let wait = firstWait; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
      await pause(wait, undefined, { signal: this.stopping }).catch(() => undefined);
      if (this.stopping.aborted) return null;
      try {
        return await this.launch();
      } catch (error) {
        this.listener.print(`${this.name}: ${(error as Error).message}`);
      }
    }
  }
}
