import type { NoticeChannel } from '@casement/proto/http/telegram/telegram.js';
import { WakeUp } from '@casement/common/data/jobs/wake-up.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type { NoticeQueueRepository } from './notice-queue.repository.js';

const log = logger('notices');
/** Small, so that a changed setting affects all but the notices already read. */
const BATCH = 20;
const IDLE_MS = 500;

/**
 * Sends a channel's notices one after another. Telegram has no idempotency key, so after a crash the notice in flight
 * may be sent twice, but no other.
 */
export class ChannelSender {
  private readonly wakeUp = new WakeUp();

  /**
   * @param send sends a notice; returns false if the queue must be reread
   * @param between other work, run when fewer notices than a full batch are due
   */
  constructor(
    private readonly channel: NoticeChannel,
    private readonly queue: NoticeQueueRepository,
    private readonly send: (id: string, signal: AbortSignal) => Promise<boolean>,
    private readonly between: (signal: AbortSignal) => Promise<void> = () => Promise.resolve(),
  ) {}

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
        if (!(await this.sendOrRecordFailure(id, signal))) break;
      }
      if (due.length < BATCH && !signal.aborted) await this.runBetween(signal);
      if (due.length === 0) await this.wakeUp.wait(IDLE_MS, signal);
    }
  }

  private async due(): Promise<string[]> {
    await this.queue.skipSuperseded();
    return this.queue.due(this.channel, BATCH);
  }

  private async runBetween(signal: AbortSignal): Promise<void> {
    try {
      await this.between(signal);
    } catch (err) {
      if (signal.aborted) throw err;
      log.error({ err, channel: this.channel }, 'housekeeping between notices failed');
    }
  }

  /** Sends a notice. An unexpected failure is recorded, so that it does not block the other notices. */
  private async sendOrRecordFailure(id: string, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.send(id, signal);
    } catch (err) {
      if (signal.aborted) throw err;
      log.error({ err, noticeId: id }, 'notice failed unexpectedly');
      // If the database is unavailable, this throws too and the lease worker restarts the run later.
      await this.queue.recordFailure(id);
      return true;
    }
  }
}
