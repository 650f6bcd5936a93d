import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { LeaseWorker } from '@casement/common/data/jobs/lease-worker.js';
import { InstallConfig } from '../config.js';
import { ImageJobLeases } from '../image-jobs/image-job-leases.js';
import { ImageJobsService } from '../image-jobs/image-jobs.service.js';
import { ImageRunner } from './image-runner.js';

const POLL_MS = 2_000;
/**
 * Interval of collections, which find images of deleted versions and images that were replaced while an install wrote
 * them.
 */
const COLLECT_EVERY_MS = 3_600_000;

@Injectable()
export class ImageWorker {
  constructor(
    config: InstallConfig,
    db: Database,
    jobs: Jobs,
    imageJobs: ImageJobsService,
    runner: ImageRunner,
  ) {
    if (!config.INSTALL_WORKER) return;
    jobs.add(
      new LeaseWorker({
        name: 'image',
        table: new ImageJobLeases(db, config.INSTALL_LEASE_SECONDS),
        concurrency: 1,
        pollMs: POLL_MS,
        run: (lease) => runner.run(lease),
      }),
    );
    jobs.every('images.collect', COLLECT_EVERY_MS, () =>
      db.transaction((tx) => imageJobs.addCollection(tx)),
    );
  }
}
