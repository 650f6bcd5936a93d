import { hostname } from 'node:os';
import { withNewContext } from '../../core/context/request-context.js';
import { logger } from '../../core/logging/logger.js';
import { HeldLease, type LeaseSource } from './held-lease.js';
import type { LeasedRow } from './lease-table.js';
import { LeaseLost, type Lease } from './lease.js';
import { WakeUp } from './wake-up.js';

const log = logger('leases');

export interface LeaseWorkerOptions<Row extends LeasedRow> {
  /** Name of a row for the log, e.g. `install`. */
  name: string;
  table: LeaseSource<Row>;
  /** Maximum number of rows processed concurrently by this process. */
  concurrency: number;
  /** Poll interval of the table without notifications; 1 s by default. */
  pollMs?: number;
  /** Pause of a row after an unexpected error, so that a broken row cannot keep a worker busy; 10 s by default. */
  faultPauseMs?: number;
  /**
   * Works on a row until it is finished or has to wait.
   *
   * @returns delay in ms until the next run of the row
   * @throws LeaseLost, or the reason of the lease's signal
   */
  run(lease: HeldLease<Row>): Promise<number>;
}

/** Name under which this process claims leases. */
export const workerName = (): string => `${hostname()}:${process.pid}`;

/**
 * Claims due rows and works on them. Any number of workers in any number of processes share a table. A crashed worker
 * is replaced when its lease expires. Register it with `Jobs.add` to run it as long as the service.
 */
export class LeaseWorker<Row extends LeasedRow> {
  readonly name: string;
  private readonly wakeUp = new WakeUp();
  /** Aborted when no further row may be claimed. */
  private readonly draining = new AbortController();
  private readonly stopping = new AbortController();
  private readonly running = new Map<HeldLease<Row>, Promise<void>>();
  private readonly pollMs: number;
  private loop: Promise<void> = Promise.resolve();

  constructor(private readonly options: LeaseWorkerOptions<Row>) {
    this.name = options.name;
    this.pollMs = options.pollMs ?? 1_000;
  }

  start(): void {
    this.loop = this.claimAll();
  }

  /** Stops claiming. Work in progress may finish until `stop`. */
  drain(): void {
    this.draining.abort();
  }

  /** Aborts work in progress and releases its leases. The next worker continues from the recorded state. */
  async stop(): Promise<void> {
    const reason = new Error('the service is stopping');
    this.drain();
    this.stopping.abort(reason);
    for (const lease of this.running.keys()) lease.abort(reason);
    await this.loop;
    await Promise.all(this.running.values());
  }

  /** Call when a row may be due now. */
  notify(): void {
    this.wakeUp.notify();
  }

  private async claimAll(): Promise<void> {
    const { signal } = this.draining;
    while (!signal.aborted) {
      const limit = this.free;
      const leases = limit > 0 ? await this.claim(limit) : [];
      for (const lease of leases) this.begin(lease);
      // Rows that have finished since the claim have freed slots for more due rows.
      const maybeMore = leases.length === limit && this.free > 0;
      if (!maybeMore) await this.wakeUp.wait(this.pollMs, signal);
    }
  }

  /** Number of additional rows that this process may work on. */
  private get free(): number {
    return this.options.concurrency - this.running.size;
  }

  private async claim(limit: number): Promise<HeldLease<Row>[]> {
    const { table } = this.options;
    const claimedAt = performance.now();
    try {
      const leases = await table.claimBatch(workerName(), limit);
      if (!this.draining.signal.aborted)
        return leases.map((lease) => new HeldLease(table, lease, claimedAt));
      for (const lease of leases) await table.release(lease, 0);
    } catch (err) {
      log.warn({ err, worker: this.name }, 'could not claim work');
    }
    return [];
  }

  private begin(lease: HeldLease<Row>): void {
    const work = withNewContext(() => this.work(lease)).then((nextRunInMs) => {
      // If all slots were in use, there may be due rows left to claim. Otherwise the last claim has already returned
      // all of them.
      if (this.free === 0) this.notify();
      this.running.delete(lease);
      if (nextRunInMs < this.pollMs) setTimeout(() => this.notify(), nextRunInMs).unref();
    });
    this.running.set(lease, work);
  }

  /** @returns delay in ms until the next run of the row */
  private async work(lease: HeldLease<Row>): Promise<number> {
    const fields = { worker: this.name, id: lease.id };
    let nextRunInMs: number;
    try {
      nextRunInMs = await this.options.run(lease);
    } catch (err) {
      const isAborted = lease.signal.aborted;
      nextRunInMs = isAborted ? 0 : (this.options.faultPauseMs ?? 10_000);
      const cause: unknown = isAborted ? lease.signal.reason : err;
      if (cause instanceof LeaseLost) log.warn(fields, 'lease lost');
      else if (!isAborted) log.error({ ...fields, err }, 'leased work failed');
    } finally {
      lease.end();
    }
    await this.release(lease, this.stopping.signal.aborted ? 0 : nextRunInMs);
    return nextRunInMs;
  }

  private async release(lease: Lease, nextRunInMs: number): Promise<void> {
    try {
      await this.options.table.release(lease, nextRunInMs);
    } catch (err) {
      log.warn(
        { err, worker: this.name, id: lease.id },
        'could not release a lease, it will expire',
      );
    }
  }
}
