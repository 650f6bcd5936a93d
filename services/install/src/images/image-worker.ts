import { hostname } from 'node:os';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { RepeatingJob } from '@casement/common/jobs/repeating-job.js';
import { InstallConfig } from '../config.js';
import { ImageJobsRepository } from './image-jobs.repository.js';
import { ImageRunner } from './image-runner.js';

const LOOK_EVERY_MS = 2000;
/** Images that were replaced while an install wrote them, and those of deleted versions, are found by this. */
const COLLECT_EVERY_MS = 3_600_000;

/** Does what is in the queue, one job at a time in each process; any number of processes share it. */
@Injectable()
export class ImageWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly name = `${hostname()}:${process.pid}`;
  private readonly loops: RepeatingJob[];

  constructor(
    private readonly config: InstallConfig,
    db: Database,
    jobs: ImageJobsRepository,
    runner: ImageRunner,
  ) {
    this.loops = [
      new RepeatingJob('image-jobs', LOOK_EVERY_MS, async (stop) => {
        while (!stop.aborted && (await runner.runNext(this.name, stop)));
      }),
      new RepeatingJob('image-collection', COLLECT_EVERY_MS, () =>
        db.transaction((tx) => jobs.collect(tx)),
      ),
    ];
  }

  onApplicationBootstrap(): void {
    if (this.config.INSTALL_WORKER) this.loops.forEach((loop) => loop.start());
  }

  /** A job that is under way is let go; another worker begins it again. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
