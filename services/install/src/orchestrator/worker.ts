import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InstallConfig } from '../config.js';
import { InstallRunner } from './install-runner.js';
import { LeaseLoop } from './lease-loop.js';
import { LeasesRepository } from './leases.repository.js';

/** Takes installs that are due and runs their next steps. */
@Injectable()
export class Worker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: LeaseLoop;

  constructor(
    private readonly config: InstallConfig,
    leases: LeasesRepository,
    runner: InstallRunner,
  ) {
    this.loop = new LeaseLoop(
      {
        what: 'install',
        leases,
        run: (lease, worker, signal) => runner.run(lease, worker, signal),
      },
      {
        concurrency: config.INSTALL_CONCURRENCY,
        leaseSeconds: config.INSTALL_LEASE_SECONDS,
      },
    );
  }

  onApplicationBootstrap(): void {
    if (this.config.INSTALL_WORKER) this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Something may be due now. */
  wake(): void {
    this.loop.wake();
  }
}
