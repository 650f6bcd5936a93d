import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.js';
import { execute, row } from '../database/sql.js';
import { deleteInBatches, type Deletion } from '../jobs/delete-in-batches.js';
import { Jobs } from '../jobs/jobs.js';
import { throttleErrors } from './throttle.errors.js';

/** Rate limit: `burst` attempts immediately, then one more every `everySeconds`. */
export interface Limit {
  name: string;
  burst: number;
  everySeconds: number;
}

const PRUNE_EVERY_MS = 600_000;
const EXPIRED: Deletion = { table: 'throttle', key: 'key', where: 'used_until < now()' };

const usedUpRow = z.object({ usedUp: z.boolean() });
const waitRow = z.object({ wait: z.number() });

/**
 * Counts attempts in PostgreSQL, shared by all replicas and persistent across restarts.
 *
 * One row per key stores the time until which its allowance is used up (GCRA, "leaky bucket as a meter"). Each
 * attempt advances that time by the limit's interval and is refused if the time would be too far ahead. An attempt is
 * a single statement, so parallel attempts cannot exceed the limit.
 */
@Injectable()
export class Throttle {
  constructor(
    private readonly db: Database,
    jobs: Jobs,
  ) {
    jobs.every('throttle.prune', PRUNE_EVERY_MS, (stop) => deleteInBatches(db, EXPIRED, stop));
  }

  /**
   * Uses up one attempt.
   * @throws throttleErrors.tooManyAttempts (429) with the seconds until the next attempt is allowed
   */
  async take(limit: Limit, who: string, tx?: EntityManager): Promise<void> {
    const wait = await this.tryTake(limit, who, tx);
    if (wait !== undefined) throw throttleErrors.tooManyAttempts(wait);
  }

  /** Returns whether an attempt would be refused now, without using one up. */
  async isUsedUp(limit: Limit, who: string): Promise<boolean> {
    const found = await row(
      this.db.manager,
      usedUpRow,
      `SELECT greatest(used_until, clock_timestamp()) + make_interval(secs => $2)
              > clock_timestamp() + make_interval(secs => $3) AS "usedUp"
       FROM throttle WHERE key = $1`,
      [throttleKey(limit, who), limit.everySeconds, aheadOf(limit)],
    );
    return found?.usedUp ?? false;
  }

  /**
   * @param tx the open transaction, if any: a second connection could exhaust the pool
   * @returns undefined if the attempt was allowed, otherwise the seconds until the next one
   */
  async tryTake(
    limit: Limit,
    who: string,
    tx: EntityManager = this.db.manager,
  ): Promise<number | undefined> {
    const parameters = [throttleKey(limit, who), limit.everySeconds, aheadOf(limit)];
    const taken = await execute(
      tx,
      `INSERT INTO throttle AS t (key, used_until)
       VALUES ($1, clock_timestamp() + make_interval(secs => $2))
       ON CONFLICT (key) DO UPDATE
         SET used_until = greatest(t.used_until, clock_timestamp()) + make_interval(secs => $2)
         WHERE greatest(t.used_until, clock_timestamp()) + make_interval(secs => $2)
               <= clock_timestamp() + make_interval(secs => $3)`,
      parameters,
    );
    if (taken > 0) return undefined;
    const used = await row(
      tx,
      waitRow,
      `SELECT extract(epoch FROM used_until - clock_timestamp())::float8 + $2 - $3 AS wait
       FROM throttle WHERE key = $1`,
      parameters,
    );
    return Math.max(1, Math.ceil(used?.wait ?? limit.everySeconds));
  }

  async refund(limit: Limit, who: string): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE throttle SET used_until = used_until - make_interval(secs => $2) WHERE key = $1`,
      [throttleKey(limit, who), limit.everySeconds],
    );
  }

  /** @param tx the open transaction, if any */
  async clear(limit: Limit, who: string, tx: EntityManager = this.db.manager): Promise<void> {
    await execute(tx, `DELETE FROM throttle WHERE key = $1`, [throttleKey(limit, who)]);
  }
}

/** Seconds by which `used_until` may be ahead of now. */
const aheadOf = ({ burst, everySeconds }: Limit): number => burst * everySeconds;

/** Hashed because people sometimes type their password into the username field, which is part of some keys. */
function throttleKey(limit: Limit, who: string): string {
  const hash = createHash('sha256').update(who).digest('base64url').slice(0, 32);
  return `${limit.name}:${hash}`;
}
