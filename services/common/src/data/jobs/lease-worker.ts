import { hostname } from 'node:os';
import { withNewContext } from '../../core/context/request-context.js';
import { logger } from '../../core/logging/logger.js';
import { HeldLease, type LeaseSource } from './held-lease.js';
import type { LeasedRow } from './lease-table.js';
import { LeaseLost, type Lease } from './lease.js';
import { WakeUp } from './wake-up.js';

const log = logger('leases');

export interface LeaseWorkerOptions<Row extends LeasedRow> {
  /** What a row is, for the log: `install`. */
  name: string;
  table: LeaseSource<Row>;
  /** How many rows this process works on at once. */
  concurrency: number;
  /** How often the table is asked when no notification comes; 1 s unless given. */
  pollMs?: number;
  /** After an unexpected error a row rests this long, so that a broken one cannot spin a worker; 10 s unless given. */
  faultPauseMs?: number;
  /**
   * Works on a row until it has ended or has to wait.
   *
   * @returns when the row is due again, in ms
   * @throws LeaseLost, or the reason of the lease's signal
   */
  run(lease: HeldLease<Row>): Promise<number>;
}

/** Names this process in leases. */
export const workerName = (): string => `${hostname()}:${process.pid}`;

/**
 * Claims rows that are due and works on them. Any number of workers, in any number of processes, share a table; one
 * that dies is replaced when its lease ends. Given to `Jobs.add`, it lives as long as the service.
 */
export class LeaseWorker<Row extends LeasedRow> {
  readonly name: string;
  private readonly wakeUp = new WakeUp();
  /** No further row is claimed. */
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

  /** Claims nothing more. What is under way may end until `stop`. */
  drain(): void {
    this.draining.abort();
  }

  /** Aborts what is under way and gives its leases up; the next worker goes on with what is recorded. */
  async stop(): Promise<void> {
    const reason = new Error('the service is stopping');
    this.drain();
    this.stopping.abort(reason);
    for (const lease of this.running.keys()) lease.abort(reason);
    await this.loop;
    await Promise.all(this.running.values());
  }

  /** A row may be due now. */
  notify(): void {
    this.wakeUp.notify();
  }

  private async claimAll(): Promise<void> {
    const { signal } = this.draining;
    while (!signal.aborted) {
      const limit = this.free;
      const leases = limit > 0 ? await this.claim(limit) : [];
      for (const lease of leases) this.begin(lease);
      // What ended meanwhile has made room for more that may be due.
      const maybeMore = leases.length === limit && this.free > 0;
      if (!maybeMore) await this.wakeUp.wait(this.pollMs, signal);
    }
  }

  /** How many rows more this process may work on. */
  private get free(): number {
    return this.options.concurrency - this.running.size;
  }

  private async claim(limit: number): Promise<HeldLease<Row>[]> {
    const { table } = this.options;
    const claimedAt = performance.now();
    try {
      const leases = await table.claimSome(workerName(), limit);
      if (!this.draining.signal.aborted)
        return leases.map((lease) => new HeldLease(table, lease, claimedAt));
      for (const lease of leases) await table.release(lease, 0);
    } catch (err) {
      log.warn({ err, worker: this.name }, 'nothing could be claimed');
    }
    return [];
  }

  private begin(lease: HeldLease<Row>): void {
    const work = withNewContext(() => this.work(lease)).then((againInMs) => {
      // Otherwise the last claim left nothing that was due.
      if (this.free === 0) this.notify();
      this.running.delete(lease);
      if (againInMs < this.pollMs) setTimeout(() => this.notify(), againInMs).unref();
    });
    this.running.set(lease, work);
  }

  /** @returns when the row is due again, in ms */
  private async work(lease: HeldLease<Row>): Promise<number> {
    const fields = { worker: this.name, id: lease.id };
    let againInMs: number;
    try {
      againInMs = await this.options.run(lease);
    } catch (err) {
      const isAborted = lease.signal.aborted;
      againInMs = isAborted ? 0 : (this.options.faultPauseMs ?? 10_000);
      const cause: unknown = isAborted ? lease.signal.reason : err;
      if (cause instanceof LeaseLost) log.warn(fields, 'lease lost');
      else if (!isAborted) log.error({ ...fields, err }, 'leased work failed');
    } finally {
      lease.end();
    }
    await this.release(lease, this.stopping.signal.aborted ? 0 : againInMs);
    return againInMs;
  }

  private async release(lease: Lease, againInMs: number): Promise<void> {
    try {
      await this.options.table.release(lease, againInMs);
    } catch (err) {
      log.warn({ err, worker: this.name, id: lease.id }, 'lease not released, it will run out');
    }
  }
}
