import { withNewContext } from '../../core/context/request-context.js';
import { logger } from '../../core/logging/logger.js';
import { WakeUp } from './wake-up.js';

const log = logger('jobs');

/** @returns 'done' if this process need not rerun the job */
export type JobWork = (stop: AbortSignal) => Promise<unknown>;

/**
 * Work that is repeated `everyMs` after the last run ended. Runs never overlap in one process. Created by
 * `Jobs.every()`. Replicas run it concurrently, so the work must claim its rows or be idempotent.
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

  /** Starts the repeated runs, the first one immediately. Does nothing for a job without an interval. */
  start(): void {
    if (this.everyMs > 0) this.loop = this.repeat();
  }

  /** Aborts the current run and resolves when it has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
    await this.lastRun.catch(() => undefined);
  }

  /** Starts the next run immediately, or right after the current one. */
  notify(): void {
    this.wakeUp.notify();
  }

  /**
   * Runs once, after the current run if there is one. Also works for jobs without a schedule.
   *
   * @throws the error of the work
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
        log.warn({ err, job: this.name }, 'job failed, will be retried');
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
