import type { Lease } from '@casement/common/data/jobs/lease.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type { ImageJobsRepository } from './image-jobs.repository.js';

const MAX_LINES = 100;
const MAX_CHARACTERS = 300;

const log = logger('images');

/** Last lines of a job's log, stored in its row for administrators. Contains no secrets. */
export class JobLog {
  private readonly lines: string[];
  private writing: Promise<unknown> = Promise.resolve();

  /** @param before lines of earlier attempts */
  constructor(
    private readonly jobs: Pick<ImageJobsRepository, 'recordLog'>,
    private readonly lease: Lease,
    before: readonly string[],
  ) {
    this.lines = [...before];
  }

  /**
   * Adds a line prefixed with the time of day (UTC). Control characters are removed because a line may quote the
   * medium.
   */
  add(text: string, now = new Date()): void {
    const line = `${now.toISOString().slice(11, 19)} ${text.replace(/\p{Cc}+/gu, ' ')}`;
    this.lines.push(line.slice(0, MAX_CHARACTERS));
    this.lines.splice(0, this.lines.length - MAX_LINES);
    const lines = [...this.lines];
    // Writes are serialised so that a shorter log never overwrites a longer one.
    this.writing = this.writing
      .then(() => this.jobs.recordLog(this.lease, lines))
      .catch((err: unknown) =>
        log.warn({ err, imageJobId: this.lease.id }, 'could not record the log'),
      );
  }

  /** Resolves once all lines are stored. */
  async written(): Promise<void> {
    await this.writing;
  }
}
