import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { HeldLease } from './held-lease.js';
import { Job, type JobWork } from './job.js';
import { LeaseWorker } from './lease-worker.js';
import { NamedLease, type NamedLeaseEntity } from './named-lease.js';

/** Background work that runs as long as the service, next to requests and events. */
export interface BackgroundWork {
  readonly name: string;
  start(): void;
  /** Called before the process stops. After this call, start no work that another process could do. */
  drain?(): void;
  /** Resolves when none of its work is in progress any more. */
  stop(): Promise<void>;
}

/**
 * Background work of a service. Starts when every module is set up. On shutdown it is aborted and awaited before the
 * pools close.
 *
 * @example constructor(jobs: Jobs) {
 *   jobs.every('sessions.prune', 3_600_000, (stop) => this.prune(stop));
 * }
 */
@Injectable()
export class Jobs implements BeforeApplicationShutdown {
  private readonly works = new Map<string, BackgroundWork>();
  private started = false;

  constructor(private readonly db: Database) {}

  /**
   * Repeats `work` `everyMs` after its last run. The first run starts immediately. A failure is logged, and the next
   * run follows as usual.
   *
   * @param everyMs 0 disables automatic runs
   */
  every(name: string, everyMs: number, work: JobWork): Job {
    return this.add(new Job(name, everyMs, work));
  }

  /**
   * Runs work on one replica at a time. If its process dies, another replica takes over after `leaseSeconds`.
   *
   * @param work must run until the lease's signal is aborted; if it ends earlier or throws, any replica restarts it
   * after a fifth of the lease duration
   *
   * @example jobs.exclusive('poll:telegram', 30, (lease) => this.poll(lease));
   */
  exclusive(
    name: string,
    leaseSeconds: number,
    work: (lease: HeldLease<NamedLeaseEntity>) => Promise<void>,
  ): LeaseWorker<NamedLeaseEntity> {
    const pollMs = leaseSeconds * 200;
    return this.add(
      new LeaseWorker({
        name,
        table: new NamedLease(this.db, name, leaseSeconds),
        concurrency: 1,
        pollMs,
        faultPauseMs: pollMs,
        run: async (lease) => {
          await work(lease);
          return pollMs;
        },
      }),
    );
  }

  /**
   * Registers work that starts and stops with the service.
   *
   * @example this.worker = jobs.add(new LeaseWorker({ name: 'install', … }));
   */
  add<Work extends BackgroundWork>(work: Work): Work {
    if (this.works.has(work.name)) throw new Error(`duplicate job name: ${work.name}`);
    this.works.set(work.name, work);
    if (this.started) work.start();
    return work;
  }

  /** Runs a job of `every` once. For tests. */
  async runNow(name: string): Promise<void> {
    const job = this.works.get(name);
    if (!(job instanceof Job)) throw new Error(`unknown job: ${name}`);
    await job.runNow();
  }

  /** Called once when every module is set up. */
  start(): void {
    this.started = true;
    for (const work of this.works.values()) work.start();
  }

  /** Called some seconds before the process stops. No leases are claimed from now on. */
  drain(): void {
    for (const work of this.works.values()) work.drain?.();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.works.values()].map((work) => work.stop()));
  }
}
