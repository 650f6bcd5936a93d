import { Injectable } from '@nestjs/common';
import { isId } from '@casement/common/data/database/new-id.js';
import { FailedJobs, type JobRow } from '@casement/common/platform/operations/failed-jobs.js';
import { operationsErrors } from '@casement/common/platform/operations/operations.errors.js';
import type { ImageJobEntity } from './image-job.entity.js';
import { ImageJobsRepository } from './image-jobs.repository.js';
import { ImagesService } from './images.service.js';

/** Imports and verifications that failed and that no later one has followed, among what failed in this service. */
@Injectable()
export class FailedImports {
  constructor(
    failed: FailedJobs,
    private readonly jobs: ImageJobsRepository,
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

  private async failed(): Promise<ImageJobEntity[]> {
    const latest = await this.jobs.latest();
    return [...latest.values()]
      .filter(({ status }) => status === 'failed')
      .sort((a, b) => b.id.localeCompare(a.id));
  }

  /** The same anew. @throws NOT_FOUND, and why an import is refused */
  private async retry(id: string): Promise<void> {
    if (!isId(id)) throw operationsErrors.jobNotFound();
    const job = (await this.failed()).find((one) => one.id === id);
    if (!job || !canRetry(job)) throw operationsErrors.jobNotFound();
    if (job.kind === 'replicate') {
      await this.images.replicate(job.versionId!, job.origin!);
      return;
    }
    if (job.kind === 'verify') {
      await this.images.verify(job.versionId!);
      return;
    }
    await this.images.import({
      windows_version_id: job.versionId!,
      source: 'file',
      location: job.source!,
      sha256: job.sha256 ?? '',
      min_memory_mib: job.minMemory === null ? '' : job.minMemory / 2 ** 20,
      handshake_only: job.handshakeOnly,
    });
  }
}

/** A web address is erased when its import ends: it may hold a secret. */
const canRetry = ({ kind, sourceKind }: ImageJobEntity): boolean =>
  kind === 'verify' || kind === 'replicate' || sourceKind === 'file';

const toRow = (job: ImageJobEntity): JobRow => ({
  id: job.id,
  title: [job.kind, job.origin ?? job.source].filter(Boolean).join(' '),
  error: job.failure ? `${job.failure.message} ${job.failure.cure}` : '',
  attempts: job.attempts,
  since: job.finishedAt ?? job.createdAt,
  canRetry: canRetry(job),
});
