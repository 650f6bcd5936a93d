import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { isId } from '@casement/common/data/database/new-id.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { InstallConfig } from '../config.js';
import type { PartStore } from '@casement/windows-image/store/part-store.js';
import { importTempFolder, PART_STORE } from '../image-store/image-store.js';
import { ImageJobsService } from '../image-jobs/image-jobs.service.js';
import { ImageUploadsRepository } from './image-uploads.repository.js';

const SWEEP_EVERY_MS = 600_000;
/** A job's row is older than its folder; the margin allows for clock differences. */
const MIN_AGE_MS = 60_000;

const log = logger('images');

/** Removes expired uploads, parts without an upload, and temporary files of crashed workers. */
@Injectable()
export class UploadSweeper {
  constructor(
    private readonly config: InstallConfig,
    private readonly uploads: ImageUploadsRepository,
    private readonly imageJobs: ImageJobsService,
    @Inject(PART_STORE) private readonly store: PartStore,
    jobs: Jobs,
  ) {
    if (!config.INSTALL_WORKER) return;
    // Separate jobs, so that the local disk is swept even if the part store cannot be reached.
    jobs.every('images.uploads', SWEEP_EVERY_MS, (stop) => this.sweepUploads(stop));
    jobs.every('images.folders', SWEEP_EVERY_MS, (stop) => this.sweepFolders(stop));
  }

  async sweepUploads(stop: AbortSignal): Promise<void> {
    const expired = await this.uploads.removeExpired();
    if (expired > 0) log.info({ expired }, 'uploads expired');
    // Reads the rows after the parts, because an upload's row is inserted before its first part is stored.
    for await (const id of this.store.uploads()) {
      stop.throwIfAborted();
      if (isId(id) && (await this.uploads.find(id)) === null) await this.store.remove(id);
    }
  }

  async sweepFolders(stop: AbortSignal): Promise<void> {
    const root = importTempFolder(this.config);
    for (const name of await readdir(root).catch(() => [])) {
      stop.throwIfAborted();
      const changed = await stat(join(root, name)).catch(() => null);
      if (!isId(name) || !changed || Date.now() - changed.mtimeMs < MIN_AGE_MS) continue;
      if (await this.imageJobs.isEnded(name)) {
        await rm(join(root, name), { recursive: true, force: true });
      }
    }
  }
}
