import type { Lease } from '@casement/common/data/jobs/lease.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type { ImageJobsRepository } from './image-jobs.repository.js';

const MAX_LINES = 100;
const MAX_CHARACTERS = 300;

const log = logger('images');

/** The last lines of what a job has done, in its row, for administrators who watch. Never a secret. */
export class JobLog {
  private readonly lines: string[];
  private writing: Promise<unknown> = Promise.resolve();

  /** @param before what an earlier attempt has left */
  constructor(
    private readonly jobs: Pick<ImageJobsRepository, 'recordLog'>,
    private readonly lease: Lease,
    before: readonly string[],
  ) {
    this.lines = [...before];
  }

  /** With the time of the day (UTC). Texts of a medium are part of it, so control characters go. */
  add(text: string, now = new Date()): void {
    const line = `${now.toISOString().slice(11, 19)} ${text.replace(/\p{Cc}+/gu, ' ')}`;
    this.lines.push(line.slice(0, MAX_CHARACTERS));
    this.lines.splice(0, this.lines.length - MAX_LINES);
    const lines = [...this.lines];
    // One after the other: a shorter log must not overtake a longer one.
    this.writing = this.writing
      .then(() => this.jobs.recordLog(this.lease, lines))
      .catch((err: unknown) => log.warn({ err, imageJobId: this.lease.id }, 'log not recorded'));
  }

  /** Resolves when all lines are in the row. */
  async written(): Promise<void> {
    await this.writing;
  }
}
