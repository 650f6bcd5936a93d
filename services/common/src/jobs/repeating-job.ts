import { withNewContext } from '../context/request-context.js';
import { logger } from '../logging/logger.js';

const log = logger('jobs');

/**
 * Runs `work` again and again, `pauseMs` after the last run ended, never twice at once in this process.
 * Several replicas run it side by side: the work itself claims its rows.
 */
export class RepeatingJob {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly ending = new AbortController();

  /**
   * @param pauseMs 0 = never by itself
   * @param work resolves with 'done' when there is nothing left to ever do; the signal tells it to end early
   */
  constructor(
    private readonly name: string,
    private readonly pauseMs: number,
    private readonly work: (stop: AbortSignal) => Promise<unknown>,
  ) {}

  /** The first run comes at once. */
  start(): void {
    if (this.pauseMs > 0) this.schedule(0);
  }

  /** Resolves when a run that is under way has ended; there is no further one. */
  async stop(): Promise<void> {
    this.ending.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(ms: number): void {
    if (this.ending.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.running = this.runOnce().then((result) => {
        if (result !== 'done') this.schedule(this.pauseMs);
      });
    }, ms);
    this.timer.unref();
  }

  private async runOnce(): Promise<unknown> {
    try {
      return await withNewContext(() => this.work(this.ending.signal));
    } catch (error) {
      log.warn({ err: error, job: this.name }, 'job failed, it will run again');
      return undefined;
    }
  }
}
