import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { clientAddress } from '@casement/common/core/context/request-context.js';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row } from '@casement/common/data/database/sql.js';
import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { clientNetworks } from '@casement/common/core/net/client-networks.js';
import { AuthConfig } from '../config.js';
import type { Limit } from './limits.js';
import { throttleErrors } from './throttle.errors.js';

const usedUpRow = z.object({ usedUp: z.boolean() });
const waitRow = z.object({ wait: z.number() });

/**
 * Counts attempts in PostgreSQL, shared by all replicas and persistent across restarts.
 *
 * One row per key holds the time until which its allowance is used up (GCRA, "leaky bucket as a meter"). Each attempt
 * advances it by the limit's interval and is refused if it would get too far ahead. An attempt is a single statement,
 * so parallel attempts cannot exceed the limit.
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
   * @throws throttleErrors.tooManyAttempts (429) with the seconds until the next attempt is allowed
   */
  async take(limit: Limit, who: string): Promise<void> {
    const wait = await this.tryTake(limit, who);
    if (wait !== undefined) throw this.refusal(limit, wait);
  }

  /**
   * Uses up one attempt of the calling client in each network that may belong exclusively to it.
   * @param account counts the client's attempts per account
   * @throws throttleErrors.tooManyAttempts
   */
  async takeForClient(limit: Limit, account = ''): Promise<void> {
    for (const [scaled, who] of ofClient(limit, account)) await this.take(scaled, who);
  }

  /** @returns undefined if the attempt was allowed, otherwise the seconds until the next one */
  async tryTakeForClient(limit: Limit): Promise<number | undefined> {
    for (const [scaled, who] of ofClient(limit, '')) {
      const wait = await this.tryTake(scaled, who);
      if (wait !== undefined) return wait;
    }
    return undefined;
  }

  async refundClient(limit: Limit): Promise<void> {
    for (const [scaled, who] of ofClient(limit, '')) await this.refund(scaled, who);
  }

  async clearForClient(limit: Limit, account: string): Promise<void> {
    for (const [scaled, who] of ofClient(limit, account)) await this.clear(scaled, who);
  }

  /** Returns whether an attempt would be refused now, without using one up. */
  async isUsedUp(limit: Limit, who: string): Promise<boolean> {
    const { interval, ahead } = this.scaled(limit);
    const found = await row(
      this.db.manager,
      usedUpRow,
      `SELECT greatest(used_until, clock_timestamp()) + make_interval(secs => $2)
              > clock_timestamp() + make_interval(secs => $3) AS "usedUp"
       FROM throttle WHERE key = $1`,
      [throttleKey(limit, who), interval, ahead],
    );
    return found?.usedUp ?? false;
  }

  /** Raises a security signal for the refused attempt and returns the error to throw. */
  refusal(limit: Limit, wait: number): DomainError {
    this.signals.raise({ kind: 'rate_limited', detail: limit.name });
    return throttleErrors.tooManyAttempts(wait);
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
      waitRow,
      `SELECT extract(epoch FROM used_until - clock_timestamp())::float8 + $2 - $3 AS wait
       FROM throttle WHERE key = $1`,
      [key, interval, ahead],
    );
    return Math.max(1, Math.ceil(used?.wait ?? interval));
  }

  /** Refunds an attempt that was not a guess. */
  async refund(limit: Limit, who: string): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE throttle SET used_until = used_until - make_interval(secs => $2) WHERE key = $1`,
      [throttleKey(limit, who), this.scaled(limit).interval],
    );
  }

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

function ofClient(limit: Limit, account: string): [Limit, string][] {
  return clientNetworks(clientAddress() ?? '').map(({ key, multiplier }) => [
    { ...limit, burst: limit.burst * multiplier, everySeconds: limit.everySeconds / multiplier },
    account === '' ? key : `${account}|${key}`,
  ]);
}

/** Hashed because a key may contain a password that the user typed into the name field. */
function throttleKey(limit: Limit, who: string): string {
  const hash = createHash('sha256').update(who).digest('base64url').slice(0, 32);
  return `${limit.name}:${hash}`;
}
