import { logger } from '@casement/common/logging/logger.js';
import type { HeldLease } from '../leases/leased-work.js';
import type { Lane, NoticeQueueRepository } from './notice-queue.repository.js';

const log = logger('notices');
/** Few, so that what an administrator or a user has switched meanwhile is soon seen. */
const BATCH = 20;
const IDLE_MS = 500;

/**
 * Sends a lane's notices one after another: Telegram has no key that would make a repetition harmless, so at most the
 * one that was under way is doubled by a crash.
 */
export class LaneWork {
  private wake: () => void = () => undefined;
  private nudged = false;

  /**
   * @param send one notice; resolves with false to look at the queue anew before the next
   * @param between what else is done, every now and then and never beside a notice
   */
  constructor(
    private readonly lane: Lane,
    private readonly queue: NoticeQueueRepository,
    private readonly send: (held: HeldLease, id: string) => Promise<boolean>,
    private readonly between: (held: HeldLease) => Promise<void> = () => Promise.resolve(),
  ) {}

  /** There may be something to send. */
  nudge(): void {
    this.nudged = true;
    this.wake();
  }

  async work(held: HeldLease): Promise<void> {
    while (!held.signal.aborted) {
      const late = await this.queue.giveUpLate();
      if (late > 0) log.error({ notices: late }, 'notices given up');
      await this.runBetween(held);
      this.nudged = false;
      const due = await this.queue.due(this.lane, BATCH);
      if (due.length === 0) await this.idle(held.signal);
      for (const id of due) {
        if (held.signal.aborted) return;
        if (!(await this.sendOrSetAside(held, id))) break;
      }
    }
  }

  private async runBetween(held: HeldLease): Promise<void> {
    try {
      await this.between(held);
    } catch (err) {
      if (held.signal.aborted) throw err;
      log.error({ err, channel: this.lane }, 'work between notices failed');
    }
  }

  /** A notice that fails in an unforeseen way must not hold up the others. */
  private async sendOrSetAside(held: HeldLease, id: string): Promise<boolean> {
    try {
      return await this.send(held, id);
    } catch (err) {
      if (held.signal.aborted) throw err;
      log.error({ err, noticeId: id }, 'notice set aside');
      // Where the database is away this fails as well, and the work is begun again later.
      await this.queue.setAside(id);
      return true;
    }
  }

  private idle(signal: AbortSignal): Promise<void> {
    if (this.nudged || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, IDLE_MS);
      signal.addEventListener('abort', end, { once: true });
      this.wake = end;
    });
  }
}
