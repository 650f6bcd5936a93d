import type { EntityManager } from 'typeorm';
import { withNewContext } from '@casement/common/context/request-context.js';
import { newId } from '@casement/common/database/new-id.js';
import { logger } from '@casement/common/logging/logger.js';
import { pause } from '@casement/common/messaging/abortable.js';
import type { LeasesRepository } from './leases.repository.js';

const log = logger('leases');

/** Somebody else holds the lease: whatever was about to be written must not be. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`the lease ${name} is no longer ours`);
    this.name = 'LeaseLost';
  }
}

/** The lease while it is ours. */
export interface HeldLease {
  /** Aborted when it is lost, or the service stops. */
  readonly signal: AbortSignal;
  /** Holds the lease until `tx` ends. @throws LeaseLost */
  guard(tx: EntityManager): Promise<void>;
}

/** Work that exactly one of all replicas does. When its process dies, another one goes on after `leaseMs`. */
export class LeasedWork {
  private readonly owner = newId();
  private readonly ending = new AbortController();
  private running: Promise<void> = Promise.resolve();

  /** @param work lasts until its signal is aborted; when it throws, it is begun again after a pause */
  constructor(
    private readonly name: string,
    private readonly leaseMs: number,
    private readonly leases: LeasesRepository,
    private readonly work: (held: HeldLease) => Promise<void>,
  ) {}

  start(): void {
    this.running = this.run();
  }

  /** Resolves when the work has ended and the lease is free for the next one. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      await withNewContext(() => this.turn()).catch((err: unknown) => {
        if (!(err instanceof LeaseLost))
          log.warn({ err, lease: this.name }, 'work was interrupted');
      });
      await pause(this.leaseMs / 5, signal);
    }
  }

  private async turn(): Promise<void> {
    const epoch = await this.leases.claim(this.name, this.owner, this.leaseMs);
    if (epoch === null) return;
    const lost = new AbortController();
    const beat = setInterval(() => void this.renew(epoch, lost), this.leaseMs / 4);
    const held: HeldLease = {
      signal: AbortSignal.any([this.ending.signal, lost.signal]),
      guard: async (tx) => {
        if (!(await this.leases.isHeld(tx, this.name, epoch))) throw new LeaseLost(this.name);
      },
    };
    try {
      await this.work(held);
    } finally {
      clearInterval(beat);
      await this.leases.release(this.name, epoch).catch(() => undefined);
    }
  }

  /** A database that does not answer decides nothing: whoever wants the lease needs it as well. */
  private async renew(epoch: string, lost: AbortController): Promise<void> {
    const ours = await this.leases.renew(this.name, epoch, this.leaseMs).catch(() => true);
    if (!ours) lost.abort();
  }
}
