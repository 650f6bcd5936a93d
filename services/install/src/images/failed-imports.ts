import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { isId } from '@casement/common/data/database/new-id.js';
import { FailedJobs, type JobRow } from '@casement/common/platform/operations/failed-jobs.js';
import { operationsErrors } from '@casement/common/platform/operations/operations.errors.js';
import { ImageJobsService, type StoredImageJob } from '../image-jobs/image-jobs.service.js';
import { ImagesService } from './images.service.js';

/** Reports failed image jobs that no later job of the same version has followed. */
@Injectable()
export class FailedImports {
  constructor(
    failed: FailedJobs,
    private readonly db: Database,
    private readonly jobs: ImageJobsService,
    private readonly images: ImagesService,
  ) {
    failed.add({
      kind: 'image',
      list: async (limit) => {
        const rows = await this.failed();
        return { total: rows.length, rows: rows.slice(0, limit).map(toRow) };
      },
      retry: (id) => this.retry(id),
    });
  }

  private async failed(): Promise<StoredImageJob[]> {
    const latest = await this.jobs.latestOfVersions();
    return [...latest.values()]
      .filter(({ status }) => status === 'failed')
      .sort((a, b) => b.id.localeCompare(a.id));
  }

  /** @throws NOT_FOUND, or any error of the repeated request */
  private async retry(id: string): Promise<void> {
    if (!isId(id)) throw operationsErrors.jobNotFound();
    const job = (await this.failed()).find((one) => one.id === id);
    if (!job || !canRetry(job)) throw operationsErrors.jobNotFound();
    if (job.kind === 'replicate') {
      await this.images.replicate(this.db, job.versionId!, job.origin!);
      return;
    }
    if (job.kind === 'verify') {
      await this.images.verify(this.db, job.versionId!);
      return;
    }
    await this.images.import(this.db, {
      windows_version_id: job.versionId!,
      source: 'file',
      location: job.source!,
      sha256: job.sha256 ?? '',
      min_memory_mib: job.minMemory === null ? '' : job.minMemory / 2 ** 20,
      handshake_only: job.handshakeOnly,
    });
  }
}

/** Only files can be re-imported. A URL is erased when its import ends. */
const canRetry = ({ kind, sourceKind }: StoredImageJob): boolean =>
  kind === 'verify' || kind === 'replicate' || sourceKind === 'file';

const toRow = (job: StoredImageJob): JobRow => ({
  id: job.id,
  title: [job.kind, job.origin ?? job.source].filter(Boolean).join(' '),
  error: job.failure ? `${job.failure.message} ${job.failure.cure}` : '',
  attempts: job.attempts,
  since: job.finishedAt ?? job.createdAt,
  canRetry: canRetry(job),
});
