import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/database/database.js';
import { execute, row } from '@casement/common/database/sql.js';
import type { DomainError } from '@casement/common/errors/domain-error.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { AuthConfig } from '../config.js';
import type { Limit } from './limits.js';
import { throttleKey } from './throttle-key.js';
import { throttleErrors } from './throttle.errors.js';

/**
 * Counts attempts in PostgreSQL, so that all replicas count together and a restart forgets nothing.
 *
 * One row per key holds until when its allowance is used up (GCRA, "leaky bucket as a meter"): each
 * attempt moves it on by the limit's interval, and one that would put it too far ahead is refused.
 * Taking is one statement, so parallel attempts can't slip through between a look and a write.
 */
@Injectable()
export class ThrottleService {
  constructor(
    private readonly db: Database,
    private readonly config: AuthConfig,
    private readonly signals: Signals,
  ) {}

  /**
   * Uses up one attempt.
   * @throws throttleErrors.tooManyAttempts (429) with the seconds after which the next one is free
   */
  async take(limit: Limit, who: string): Promise<void> {
    const wait = await this.tryTake(limit, who);
    if (wait !== undefined) throw this.refusal(limit, wait);
  }

  /** Notes that an attempt was refused, and returns the error for it. */
  refusal(limit: Limit, wait: number): DomainError {
    this.signals.raise({ kind: 'rate_limited', detail: limit.name });
    return throttleErrors.tooManyAttempts(wait);
  }

  /**
   * @param tx where one is open: a second connection beside it could be one too many
   * @returns undefined when the attempt was free, else the seconds until the next one is
   */
  async tryTake(
    limit: Limit,
    who: string,
    tx: EntityManager = this.db.manager,
  ): Promise<number | undefined> {
    const { interval, ahead } = this.scaled(limit);
    const key = throttleKey(limit, who);
    const taken = await execute(
      tx,
      `INSERT INTO throttle AS t (key, used_until)
       VALUES ($1, clock_timestamp() + make_interval(secs => $2))
       ON CONFLICT (key) DO UPDATE
         SET used_until = greatest(t.used_until, clock_timestamp()) + make_interval(secs => $2)
         WHERE greatest(t.used_until, clock_timestamp()) + make_interval(secs => $2)
               <= clock_timestamp() + make_interval(secs => $3)`,
      [key, interval, ahead],
    );
    if (taken > 0) return undefined;
    const used = await row(
      tx,
      z.object({ wait: z.number() }),
      `SELECT extract(epoch FROM used_until - clock_timestamp())::float8 + $2 - $3 AS wait
       FROM throttle WHERE key = $1`,
      [key, interval, ahead],
    );
    return Math.max(1, Math.ceil(used?.wait ?? interval));
  }

  /** Gives one attempt back: it turned out to be no guess. */
  async giveBack(limit: Limit, who: string): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE throttle SET used_until = used_until - make_interval(secs => $2) WHERE key = $1`,
      [throttleKey(limit, who), this.scaled(limit).interval],
    );
  }

  /** Forgets all attempts. */
  async clear(limit: Limit, who: string): Promise<void> {
    await execute(this.db.manager, `DELETE FROM throttle WHERE key = $1`, [
      throttleKey(limit, who),
    ]);
  }

  private scaled(limit: Limit) {
    const interval = limit.everySeconds / this.config.THROTTLE_FACTOR;
    return { interval, ahead: interval * Math.ceil(limit.burst * this.config.THROTTLE_FACTOR) };
  }
}
