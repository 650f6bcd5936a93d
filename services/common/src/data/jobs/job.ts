import { withNewContext } from '../../core/context/request-context.js';
import { logger } from '../../core/logging/logger.js';
import { WakeUp } from './wake-up.js';

const log = logger('jobs');

/** @returns 'done' when no further run is needed in this process */
export type JobWork = (stop: AbortSignal) => Promise<unknown>;

/**
 * Work that is repeated: `everyMs` after the last run ended, and never twice at once in this process. Made by
 * `Jobs.every()`. Replicas run it beside each other, so the work claims its rows or is harmless to repeat.
 */
export class Job {
  private readonly wakeUp = new WakeUp();
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private lastRun: Promise<unknown> = Promise.resolve();

  constructor(
    readonly name: string,
    private readonly everyMs: number,
    private readonly work: JobWork,
  ) {}

  /** The first run comes at once. */
  start(): void {
    if (this.everyMs > 0) this.loop = this.repeat();
  }

  /** Aborts the run that is under way, and resolves when it has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
    await this.lastRun.catch(() => undefined);
  }

  /** The next run comes at once, or directly after the one that is under way. */
  notify(): void {
    this.wakeUp.notify();
  }

  /**
   * One run, after the one that is under way if there is one; also of a job that never runs automatically.
   *
   * @throws what the work throws
   */
  async runNow(): Promise<void> {
    await this.run();
  }

  private async repeat(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        if ((await this.run()) === 'done') return;
      } catch (err) {
        log.warn({ err, job: this.name }, 'job failed, it will run again');
      }
      await this.wakeUp.wait(this.everyMs, signal);
    }
  }

  private run(): Promise<unknown> {
    const begin = () => withNewContext(() => this.work(this.stopping.signal));
    const run = this.lastRun.then(begin, begin);
    this.lastRun = run;
    return run;
  }
}
