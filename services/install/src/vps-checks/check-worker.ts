import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { RepeatingJob } from '@casement/common/jobs/repeating-job.js';
import { InstallConfig } from '../config.js';
import { LeaseLoop } from '../orchestrator/lease-loop.js';
import { CheckLeasesRepository } from './check-leases.repository.js';
import { CheckRunner } from './check-runner.js';
import { VpsChecksRepository } from './vps-checks.repository.js';

/** Beside the installs', so that neither waits for the other. */
const CONCURRENCY = 4;
const KEPT_MS = 24 * 3_600_000;
const ERASE_EVERY_MS = 10 * 60_000;

/** Takes checks that are due, and erases those of yesterday. */
@Injectable()
export class CheckWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: LeaseLoop;
  private readonly erasing = new RepeatingJob('vps-checks', ERASE_EVERY_MS, () => this.eraseOld());

  constructor(
    private readonly config: InstallConfig,
    private readonly checks: VpsChecksRepository,
    leases: CheckLeasesRepository,
    runner: CheckRunner,
  ) {
    this.loop = new LeaseLoop(
      { what: 'check', leases, run: (lease, _worker, signal) => runner.run(lease, signal) },
      { concurrency: CONCURRENCY, leaseSeconds: config.INSTALL_LEASE_SECONDS },
    );
  }

  onApplicationBootstrap(): void {
    if (this.config.INSTALL_WORKER) this.loop.start();
    this.erasing.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.loop.stop(), this.erasing.stop()]);
  }

  /** What was found on a VPS is kept for a day. */
  eraseOld(now = new Date()): Promise<void> {
    return this.checks.eraseBefore(new Date(now.getTime() - KEPT_MS));
  }
}
