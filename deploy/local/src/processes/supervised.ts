import { setTimeout as pause } from 'node:timers/promises';
import { lastLines, stopProcess, type RunningProcess } from './processes.js';
import { waitUntil } from '../wait-until.js';

/** One long-running part of the stack. */
export interface Part {
  name: string;
  /** Starts its process; called again, for the same ports, when the process has died. */
  launch: (onStart: OnStart) => Promise<RunningProcess>;
  /** Asked until it is true. Not needed when `launch` waits itself. */
  isReady?: () => Promise<boolean>;
  /** What it takes as a request to end in good order; SIGTERM by default. */
  stopSignal?: NodeJS.Signals;
}

/** Called for every process as soon as it runs. */
type OnStart = (process: RunningProcess) => void;

export interface Listener {
  /** One line for the console. */
  say: (line: string) => void;
  started: OnStart;
}

/** Generous: twelve processes start at once, perhaps on two cores that others use as well. */
const READY_TIMEOUT_MS = 120_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** Who has lived this long has recovered: its next death is met with a short pause again. */
const HEALTHY_AFTER_MS = 60_000;

/** Keeps one part of the stack running until it is stopped. */
export class Supervised {
  private current: Promise<RunningProcess> | undefined;

  /** @param stopping the whole stack's: once it is aborted nothing is started again */
  constructor(
    private readonly part: Part,
    private readonly listener: Listener,
    private readonly stopping: AbortSignal,
  ) {}

  get name(): string {
    return this.part.name;
  }

  /** The first start. A part that dies or hangs here is a fault to be seen, not to be retried. */
  async start(): Promise<void> {
    const process = await this.launch();
    let gone = false;
    void process.exited.then(() => (gone = true));
    const isOver = async () =>
      gone || this.stopping.aborted || (this.part.isReady ? await this.part.isReady() : true);
    const inTime = await waitUntil(isOver, READY_TIMEOUT_MS, 50);
    this.stopping.throwIfAborted();
    if (gone || !inTime) {
      const what = gone
        ? 'ended during its start'
        : `was not ready after ${READY_TIMEOUT_MS / 1000} s`;
      const log = lastLines(process.logFile);
      throw new Error(`${this.name} ${what}. Its log (${process.logFile}) ends with:\n${log}`);
    }
    void this.keepAlive(process);
  }

  async stop(): Promise<void> {
    // A launch that is under way is waited for: what it brings up has to go down as well.
    const process = await this.current?.catch(() => undefined);
    if (process) await stopProcess(process, this.part.stopSignal);
  }

  private launch(): Promise<RunningProcess> {
    this.stopping.throwIfAborted();
    this.current = this.part.launch(this.listener.started);
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
      this.listener.say(`${this.name} ended (${how}), ${next}; see ${running.logFile}`);
      const again = await this.launchAfter(wait);
      if (!again) return;
      running = again;
      wait = Math.min(wait * 2, MAX_PAUSE_MS);
    }
  }

  /** Tries until it runs; null when the stack is being stopped. */
  private async launchAfter(firstWait: number): Promise<RunningProcess | null> {
    for (let wait = firstWait; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
      await pause(wait, undefined, { signal: this.stopping }).catch(() => undefined);
      if (this.stopping.aborted) return null;
      try {
        return await this.launch();
      } catch (error) {
        this.listener.say(`${this.name}: ${(error as Error).message}`);
      }
    }
  }
}
