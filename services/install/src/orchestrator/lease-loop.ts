import { hostname } from 'node:os';
import { withNewContext } from '@casement/common/context/request-context.js';
import { logger } from '@casement/common/logging/logger.js';
import { LeaseLost, type Lease, type LeasedRow, type LeaseTable } from './lease-table.js';

/** How often the database is asked when nothing wakes us: an event, or a row of ours that is due again sooner. */
const POLL_MS = 1000;
/** After an unexpected fault a row rests this long, so that a broken one can't spin a worker. */
const FAULT_PAUSE_MS = 10_000;

const log = logger('worker');

export interface LeasedWork {
  /** What a row is, for the log: `install`. */
  readonly what: string;
  readonly leases: Pick<LeaseTable<LeasedRow>, 'claim' | 'renew' | 'release'>;
  /**
   * Works on a row until it has to wait.
   * @returns when to come back, in ms
   * @throws LeaseLost, or the reason of the signal
   */
  run(lease: Lease, worker: string, signal: AbortSignal): Promise<number>;
}

/** Names this process in leases and steps. */
export const workerName = (): string => `${hostname()}:${process.pid}`;

/**
 * Takes rows that are due and works on them. Any number of loops, in any number of processes, share them by leases
 * in the database; one that dies is replaced when its lease ends.
 */
export class LeaseLoop {
  readonly name = workerName();
  private readonly running = new Map<AbortController, Promise<void>>();
  private stopping = false;
  /** Something may have become due while the database was asked. */
  private woken = false;
  private loop: Promise<void> | undefined;
  private wakeUp: () => void = () => undefined;

  constructor(
    private readonly work: LeasedWork,
    private readonly limits: { concurrency: number; leaseSeconds: number },
  ) {}

  start(): void {
    this.loop = this.run();
  }

  /** Lets go of every row between two acts; the next worker resumes at what is recorded. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    for (const abort of this.running.keys()) abort.abort(new Error('the service is stopping'));
    await this.loop;
    await Promise.all(this.running.values());
  }

  /** Something may be due now. */
  wake(): void {
    this.woken = true;
    this.wakeUp();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.woken = false;
      const lease = this.running.size < this.limits.concurrency ? await this.claim() : null;
      if (lease) this.take(lease);
      else await this.rest();
    }
  }

  private async claim(): Promise<Lease | null> {
    try {
      return await this.work.leases.claim(this.name);
    } catch (error) {
      log.warn({ err: error, what: this.work.what }, 'nothing could be claimed');
      return null;
    }
  }

  private rest(): Promise<void> {
    if (this.woken) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private take(lease: Lease): void {
    const abort = new AbortController();
    const work = withNewContext(() => this.hold(lease, abort)).then((waitMs) => {
      this.running.delete(abort);
      this.wake();
      if (waitMs < POLL_MS) setTimeout(() => this.wake(), waitMs).unref();
    });
    this.running.set(abort, work);
  }

  /** @returns when the row is due again, in ms */
  private async hold(lease: Lease, abort: AbortController): Promise<number> {
    // Three times within a lease: one lost answer of the database ends nothing.
    const renewal = setInterval(
      () => void this.renew(lease, abort),
      (this.limits.leaseSeconds * 1000) / 3,
    );
    const row = { what: this.work.what, id: lease.id };
    let waitMs = 0;
    try {
      waitMs = await this.work.run(lease, this.name, abort.signal);
    } catch (error) {
      waitMs = abort.signal.aborted ? 0 : FAULT_PAUSE_MS;
      if (error instanceof LeaseLost) log.warn(row, 'lease lost');
      else if (!abort.signal.aborted) log.error({ ...row, err: error }, 'step broke');
    } finally {
      clearInterval(renewal);
    }
    await this.work.leases.release(lease, waitMs).catch((error: unknown) => {
      log.warn({ ...row, err: error }, 'lease not released, it will run out');
    });
    return waitMs;
  }

  private async renew(lease: Lease, abort: AbortController): Promise<void> {
    const stillOurs = await this.work.leases.renew(lease).catch(() => true);
    if (!stillOurs) abort.abort(new LeaseLost(lease.id));
  }
}
