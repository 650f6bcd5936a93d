import type { EntityManager } from 'typeorm';
import type { LeaseTable, LeasedRow } from './lease-table.js';
import { LeaseLost, type Lease } from './lease.js';

/** Renewals within a lease's time: one that fails ends nothing. */
const RENEWALS = 3;
/** A lease that was not renewed for this part of its time may be over by now. */
const TRUSTED_PART = 0.8;

export type LeaseSource<Row extends LeasedRow> = Pick<
  LeaseTable<Row>,
  'claimSome' | 'read' | 'renew' | 'release' | 'hold' | 'leaseSeconds'
>;

/** A lease while it is worked under: kept alive until it is given up. Made by `LeaseWorker`. */
export class HeldLease<Row extends LeasedRow> implements Lease {
  readonly id: string;
  readonly epoch: number;
  /** Aborted when the lease is lost (the reason is `LeaseLost`) or the service stops. */
  readonly signal: AbortSignal;
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private renewedAt: number;

  /** @param claimedAt from performance.now(), before the claim was asked for */
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

  /**
   * The row as it is.
   *
   * @throws LeaseLost
   */
  read(): Promise<Row> {
    return this.table.read(this);
  }

  /**
   * The row, locked until `tx` ends. Every transaction in which the holder writes begins with this.
   *
   * @throws LeaseLost
   */
  hold(tx: EntityManager): Promise<Row> {
    return this.table.hold(tx, this);
  }

  /**
   * Before an act outside the database that cannot be undone: throws where the lease may have run out unnoticed, as
   * in a process that was paused.
   *
   * @throws LeaseLost, or the reason of the signal
   */
  assertCurrent(): void {
    this.signal.throwIfAborted();
    const trustedMs = this.table.leaseSeconds * 1_000 * TRUSTED_PART;
    if (performance.now() - this.renewedAt > trustedMs) throw new LeaseLost(this.id);
  }

  /** Aborts the work. */
  abort(reason: Error): void {
    this.ending.abort(reason);
  }

  /** Ends the renewals. */
  end(): void {
    clearInterval(this.timer);
  }

  /** A database that does not answer decides nothing: another claim needs it as well. */
  private async renew(): Promise<void> {
    const askedAt = performance.now();
    const renewed = await this.table.renew(this).catch(() => undefined);
    if (renewed) this.renewedAt = askedAt;
    else if (renewed === false) this.abort(new LeaseLost(this.id));
  }
}
