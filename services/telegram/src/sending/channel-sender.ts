import type { NoticeChannel } from '@casement/proto/http/telegram.js';
import { WakeUp } from '@casement/common/data/jobs/wake-up.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type { NoticeQueueRepository } from './notice-queue.repository.js';

const log = logger('notices');
/** Few, so that a changed setting takes effect soon. */
const BATCH = 20;
const IDLE_MS = 500;

/**
 * Sends a channel's notices one after another: Telegram has no key that would make a repetition harmless, so a crash
 * repeats at most the one that was under way.
 */
export class ChannelSender {
  private readonly wakeUp = new WakeUp();

  /**
   * @param send one notice; resolves with false when the queue has to be read again before the next
   * @param between other work, when no more notices are due than were sent, and never at the same time as one
   */
  constructor(
    private readonly channel: NoticeChannel,
    private readonly queue: NoticeQueueRepository,
    private readonly send: (id: string, signal: AbortSignal) => Promise<boolean>,
    private readonly between: (signal: AbortSignal) => Promise<void> = () => Promise.resolve(),
  ) {}

  /** There may be something to send. */
  notify(): void {
    this.wakeUp.notify();
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const expired = await this.queue.failExpired();
      if (expired > 0) log.error({ notices: expired }, 'notices expired before they were sent');
      const due = await this.due();
      for (const id of due) {
        if (signal.aborted) return;
        if (!(await this.sendOrSetAside(id, signal))) break;
      }
      // While more waits than is sent, the other work would only make it wait longer.
      if (due.length < BATCH && !signal.aborted) await this.runBetween(signal);
      if (due.length === 0) await this.wakeUp.wait(IDLE_MS, signal);
    }
  }

  private async due(): Promise<string[]> {
    await this.queue.skipOvertaken();
    return this.queue.due(this.channel, BATCH);
  }

  private async runBetween(signal: AbortSignal): Promise<void> {
    try {
      await this.between(signal);
    } catch (err) {
      if (signal.aborted) throw err;
      log.error({ err, channel: this.channel }, 'work between notices failed');
    }
  }

  /** A notice that fails in an unforeseen way must not hold up the others. */
  private async sendOrSetAside(id: string, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.send(id, signal);
    } catch (err) {
      if (signal.aborted) throw err;
      log.error({ err, noticeId: id }, 'notice set aside');
      // While the database is unavailable this fails as well, and the work is started again later.
      await this.queue.setAside(id);
      return true;
    }
  }
}
