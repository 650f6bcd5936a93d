import { hostname } from 'node:os';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { withNewContext } from '@casement/common/context/request-context.js';
import { logger } from '@casement/common/logging/logger.js';
import { InstallConfig } from '../config.js';
import { InstallRunner } from './install-runner.js';
import { LeaseLost, LeasesRepository, type Lease } from './leases.repository.js';

/** How often the database is asked when nobody wakes us: JetStream only makes it quicker. */
const POLL_MS = 1000;
/** After an unexpected fault the install rests this long, so that a broken row can't spin a worker. */
const FAULT_PAUSE_MS = 10_000;

const log = logger('worker');

/**
 * Takes installs that are due and runs their next steps. Any number of workers, in any number of processes, share
 * them by leases in the database; one that dies is replaced when its lease ends.
 */
@Injectable()
export class Worker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Names this process in leases and steps. */
  readonly name = `${hostname()}:${process.pid}`;
  private readonly running = new Map<AbortController, Promise<void>>();
  private stopping = false;
  private loop: Promise<void> | undefined;
  private wakeUp: () => void = () => undefined;

  constructor(
    private readonly config: InstallConfig,
    private readonly leases: LeasesRepository,
    private readonly runner: InstallRunner,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.INSTALL_WORKER) this.loop = this.run();
  }

  /** Lets go of every install between two acts; the next worker resumes at the recorded step. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.wake();
    for (const abort of this.running.keys()) abort.abort(new Error('the service is stopping'));
    await this.loop;
    await Promise.all(this.running.values());
  }

  /** Something may be due now. */
  wake(): void {
    this.wakeUp();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const lease = this.hasRoom() ? await this.claim() : null;
      if (lease) this.start(lease);
      else await this.rest();
    }
  }

  private hasRoom(): boolean {
    return this.running.size < this.config.INSTALL_CONCURRENCY;
  }

  private async claim(): Promise<Lease | null> {
    try {
      return await this.leases.claim(this.name);
    } catch (error) {
      log.warn({ err: error }, 'installs could not be claimed');
      return null;
    }
  }

  /** Three times within a lease: one lost answer of the database ends nothing. */
  private renewMs(): number {
    return (this.config.INSTALL_LEASE_SECONDS * 1000) / 3;
  }

  private rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private start(lease: Lease): void {
    const abort = new AbortController();
    const work = withNewContext(() => this.work(lease, abort)).finally(() => {
      this.running.delete(abort);
      this.wake();
    });
    this.running.set(abort, work);
  }

  private async work(lease: Lease, abort: AbortController): Promise<void> {
    const renewal = setInterval(() => void this.renew(lease, abort), this.renewMs());
    let waitMs = 0;
    try {
      waitMs = await this.runner.run(lease, this.name, abort.signal);
    } catch (error) {
      waitMs = abort.signal.aborted ? 0 : FAULT_PAUSE_MS;
      if (error instanceof LeaseLost) log.warn({ installId: lease.installId }, 'lease lost');
      else if (!abort.signal.aborted)
        log.error({ installId: lease.installId, err: error }, 'step broke');
    } finally {
      clearInterval(renewal);
    }
    await this.leases.release(lease, waitMs).catch((error: unknown) => {
      log.warn({ installId: lease.installId, err: error }, 'lease not released, it will run out');
    });
  }

  private async renew(lease: Lease, abort: AbortController): Promise<void> {
    const stillOurs = await this.leases.renew(lease).catch(() => true);
    if (!stillOurs) abort.abort(new LeaseLost(lease.installId));
  }
}
