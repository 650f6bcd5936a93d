import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { HeldLease } from './held-lease.js';
import { Job, type JobWork } from './job.js';
import { LeaseWorker } from './lease-worker.js';
import { NamedLease, type NamedLeaseEntity } from './named-lease.js';

/** What runs beside requests and events, for as long as the service does. */
export interface BackgroundWork {
  readonly name: string;
  start(): void;
  /** The process will stop: from now on nothing is begun that another process can do. */
  drain?(): void;
  /** Resolves when nothing of it is under way any more. */
  stop(): Promise<void>;
}

/**
 * All background work of a service. It begins when every module is set up; on shutdown it is aborted and awaited
 * before the pools close.
 *
 * @example
 * constructor(jobs: Jobs) {
 *   jobs.every('sessions.prune', 3_600_000, (stop) => this.prune(stop));
 * }
 */
@Injectable()
export class Jobs implements BeforeApplicationShutdown {
  private readonly works = new Map<string, BackgroundWork>();
  private started = false;

  constructor(private readonly db: Database) {}

  /**
   * Repeats `work`, `everyMs` after its last run; the first run comes at once. A failure is logged and the next run
   * comes as usual.
   *
   * @param everyMs 0: never automatically
   */
  every(name: string, everyMs: number, work: JobWork): Job {
    return this.add(new Job(name, everyMs, work));
  }

  /**
   * Work that one of all replicas does at a time. When its process dies, another one goes on after `leaseSeconds`.
   *
   * @param work lasts until the lease's signal is aborted; when it ends earlier or throws, it is begun again after
   *   a fifth of the lease's time, in any replica
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
   * Starts and stops it with the service.
   *
   * @example this.worker = jobs.add(new LeaseWorker({ name: 'install', … }));
   */
  add<Work extends BackgroundWork>(work: Work): Work {
    if (this.works.has(work.name)) throw new Error(`there are two jobs named ${work.name}`);
    this.works.set(work.name, work);
    if (this.started) work.start();
    return work;
  }

  /** Runs a job of `every` once, for tests. */
  async runNow(name: string): Promise<void> {
    const job = this.works.get(name);
    if (!(job instanceof Job)) throw new Error(`there is no job named ${name}`);
    await job.runNow();
  }

  /** Called once, when every module is set up. */
  start(): void {
    this.started = true;
    for (const work of this.works.values()) work.start();
  }

  /** Called when the process was told to stop, some seconds before it does: leases are no longer claimed. */
  drain(): void {
    for (const work of this.works.values()) work.drain?.();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.works.values()].map((work) => work.stop()));
  }
}
