import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type { ImageProgress } from '@casement/windows-image/import/import-image.js';
import type { ImageJobEntity } from './image-job.entity.js';
import type { ImageJobsRepository, JobProgress } from './image-jobs.repository.js';

const RECORD_EVERY_MS = 1_000;

const log = logger('images');

export type RecordProgress = (progress: ImageProgress | JobProgress) => void;

/**
 * Records the progress of a job at most once a second. Aborts the work if the job was cancelled, which detects a
 * cancellation before the next renewal of the lease would.
 */
export function progressRecorder(
  jobs: Pick<ImageJobsRepository, 'recordProgress'>,
  lease: HeldLease<ImageJobEntity>,
): RecordProgress {
  let recordedAt = -Infinity;
  let step: string | undefined;
  return (progress) => {
    const now = performance.now();
    if (progress.step === step && now - recordedAt < RECORD_EVERY_MS) return;
    recordedAt = now;
    step = progress.step;
    const { total } = progress;
    void jobs
      .recordProgress(lease, { step: progress.step, done: Math.floor(progress.done), total })
      .then((isHeld) => {
        if (!isHeld) lease.abort(new LeaseLost(lease.id));
      })
      .catch((err: unknown) =>
        log.warn({ err, imageJobId: lease.id }, 'could not record progress'),
      );
  };
}
