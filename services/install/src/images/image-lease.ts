import { logger } from '@casement/common/logging/logger.js';
import type { ImageProgress } from '../engine/image/import-image.js';
import type { ImageJobsRepository, JobLease, JobProgress } from './image-jobs.repository.js';

const log = logger('images');

/** The job was cancelled, its version deleted, or another worker does it. */
export class JobLost extends Error {
  constructor(id: string) {
    super(`image job ${id} is no longer ours`);
    this.name = 'JobLost';
  }
}

/** Keeps a job ours while it is worked on, and says how far it is. */
export class HeldJob {
  private progress: JobProgress | null = null;
  private renewedAt = performance.now();
  private readonly ended = new AbortController();
  private readonly timer: NodeJS.Timeout;

  /** @param stop the process ends */
  constructor(
    private readonly jobs: ImageJobsRepository,
    readonly lease: JobLease,
    private readonly leaseSeconds: number,
    stop?: AbortSignal,
  ) {
    // Three times within a lease: one lost answer of the database ends nothing. And often enough to be watched.
    const everyMs = Math.min(2000, (leaseSeconds * 1000) / 3);
    this.timer = setInterval(() => void this.renew(), everyMs);
    stop?.addEventListener('abort', () => this.ended.abort(stop.reason), { once: true });
    if (stop?.aborted) this.ended.abort(stop.reason);
  }

  /** Aborted when the work must end. */
  get signal(): AbortSignal {
    return this.ended.signal;
  }

  report = ({ step, done, total }: ImageProgress | JobProgress): void => {
    this.progress = { step, done: Math.floor(done), total };
  };

  /**
   * Before what cannot be undone: throws where the lease may have run out without our noticing, as in a process that
   * was paused.
   */
  mayGoOn = (): void => {
    this.signal.throwIfAborted();
    if (performance.now() - this.renewedAt > this.leaseSeconds * 800) {
      throw new JobLost(this.lease.id);
    }
  };

  stop(): void {
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    const asked = performance.now();
    try {
      if (await this.jobs.renew(this.lease, this.leaseSeconds, this.progress)) {
        this.renewedAt = asked;
      } else {
        this.ended.abort(new JobLost(this.lease.id));
      }
    } catch (error) {
      log.warn({ err: error, imageJobId: this.lease.id }, 'lease not renewed');
    }
  }
}
