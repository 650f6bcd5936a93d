import type { EntityManager } from 'typeorm';
import type { IdempotencyKeys } from '../data/idempotency/idempotency-keys.js';

/** Points at which a request can crash. At `committing` its transaction is committed but not reported. */
export const CRASH_POINTS = ['claimed', 'changed', 'finishing', 'finished', 'committing'] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

/** Makes a request fail as if its process had crashed: its database connection is closed and no cleanup runs. */
export class RequestCrashes {
  crashAt: CrashPoint | null = null;
  crashed = false;

  /** Installs the crash points in the service. */
  inject(keys: IdempotencyKeys): void {
    const claim = keys.claim.bind(keys);
    const finish = keys.finish.bind(keys);
    const release = keys.release.bind(keys);
    keys.claim = async (request) => {
      const earlier = await claim(request);
      if (!earlier) await this.reach('claimed');
      return earlier;
    };
    keys.finish = async (tx, request, outcome) => {
      await this.reach('finishing', tx);
      await finish(tx, request, outcome);
      await this.reach('finished', tx);
      if (this.crashAt === 'committing') await tx.query('COMMIT');
      await this.reach('committing', tx);
    };
    keys.release = (request) => (this.crashed ? Promise.resolve() : release(request));
  }

  async reach(point: CrashPoint, tx?: EntityManager): Promise<void> {
    if (this.crashAt !== point) return;
    this.crashAt = null;
    this.crashed = true;
    // Rejects because the statement terminates its own connection.
    await tx?.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    throw new Error(`crashed: ${point}`);
  }
}
