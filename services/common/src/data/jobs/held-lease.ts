import type { EntityManager } from 'typeorm';
import type { LeaseTable, LeasedRow } from './lease-table.js';
import { LeaseLost, type Lease } from './lease.js';

/** Renewals per lease duration, so that a single failed renewal does not end the lease. */
const RENEWALS = 3;
/** Fraction of the lease duration for which a lease is trusted without a renewal. */
const TRUSTED_FRACTION = 0.8;

export type LeaseSource<Row extends LeasedRow> = Pick<
  LeaseTable<Row>,
  'claimBatch' | 'read' | 'renew' | 'release' | 'hold' | 'leaseSeconds'
>;

/** Lease that is renewed while its work runs, until it is released. Created by `LeaseWorker`. */
export class HeldLease<Row extends LeasedRow> implements Lease {
  readonly id: string;
  readonly epoch: number;
  /** Aborted when the lease is lost (the reason is `LeaseLost`) or the service stops. */
  readonly signal: AbortSignal;
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private renewedAt: number;

  /** @param claimedAt performance.now() before the claim was requested */
  constructor(
    private readonly table: LeaseSource<Row>,
    lease: Lease,
    claimedAt: number,
  ) {
    this.id = lease.id;
    this.epoch = lease.epoch;
    this.signal = this.ending.signal;
    this.renewedAt = claimedAt;
    this.timer = setInterval(() => void this.renew(), (table.leaseSeconds * 1_000) / RENEWALS);
  }

  /** @throws LeaseLost */
  read(): Promise<Row> {
    return this.table.read(this);
  }

  /**
   * Locks and returns the row until `tx` ends. Every transaction in which the holder writes must begin with this.
   *
   * @throws LeaseLost
   */
  hold(tx: EntityManager): Promise<Row> {
    return this.table.hold(tx, this);
  }

  /**
   * Call before an irreversible action outside the database. Throws if the lease may have expired unnoticed, e.g. in
   * a paused process.
   *
   * @throws LeaseLost, or the reason of the signal
   */
  assertCurrent(): void {
    this.signal.throwIfAborted();
    const trustedMs = this.table.leaseSeconds * 1_000 * TRUSTED_FRACTION;
    if (performance.now() - this.renewedAt > trustedMs) throw new LeaseLost(this.id);
  }

  abort(reason: Error): void {
    this.ending.abort(reason);
  }

  end(): void {
    clearInterval(this.timer);
  }

  /** A failed query does not end the lease: no other worker can claim the row while the database is down. */
  private async renew(): Promise<void> {
    const askedAt = performance.now();
    const renewed = await this.table.renew(this).catch(() => undefined);
    if (renewed) this.renewedAt = askedAt;
    else if (renewed === false) this.abort(new LeaseLost(this.id));
  }
}
