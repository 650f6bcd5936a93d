import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { execute, one, row } from '@casement/common/data/database/sql.js';

type Claim =
  /** The caller may fetch until the lease is released or expires. */
  | { kind: 'claimed'; lease: string; coveredUntil: Date | null }
  /** Another replica has fetched in the meantime. */
  | { kind: 'served' }
  /** Another replica is fetching, or the pause is not over; retry after `waitMs`. */
  | { kind: 'wait'; waitMs: number };

/**
 * Half of Binance's 60 calls per minute and account: its minutes may start at another second, so up to twice this
 * number can fall into one of them.
 */
const CALLS_PER_MINUTE = 30;
/** Lease of the replica that fetches. If it crashes, no fetch starts for this long. */
const LEASE = `interval '15 seconds'`;

const nowRow = z.object({ now: z.date() });
const claimedRow = z.object({ coveredUntil: z.date().nullable() });
const failureRow = z.object({ failure: z.string(), since: z.date(), failures: z.number() });
const stateRow = z.object({ served: z.boolean(), waitMs: z.number() });

/**
 * Lease, rate limit and progress, shared by all replicas in one row and timed by the database's clock.
 * `covered_until` and `served_at` belong to version 0.1.0, which does not read Order IDs, so that its fetches are
 * repeated.
 */
@Injectable()
export class HistoryStateRepository {
  constructor(private readonly db: Database) {}

  async now(): Promise<Date> {
    return (await one(this.db.manager, nowRow, 'SELECT now()')).now;
  }

  /** @param since time of the caller's request; a fetch that started later also serves it */
  async claim(since: Date): Promise<Claim> {
    const lease = newId();
    const claimed = await row(
      this.db.manager,
      claimedRow,
      `UPDATE bpay_history SET lease = $1, leased_until = now() + ${LEASE}, started_at = now()
        WHERE leased_until <= now() AND next_fetch_at <= now() AND order_ids_served_at < $2
       RETURNING CASE WHEN covered_until IS NOT NULL AND order_ids_until IS NOT NULL
         THEN least(covered_until, order_ids_until) END
         AS "coveredUntil"`,
      [lease, since],
    );
    if (claimed) return { kind: 'claimed', lease, coveredUntil: claimed.coveredUntil };
    const state = await one(
      this.db.manager,
      stateRow,
      `SELECT order_ids_served_at >= $1 AS served,
         greatest(0, extract(epoch FROM least(next_fetch_at, now() + interval '4 days') - now()) * 1000)::float8 AS "waitMs"
       FROM bpay_history`,
      [since],
    );
    return state.served ? { kind: 'served' } : { kind: 'wait', waitMs: state.waitMs };
  }

  /**
   * Uses one call of the per-minute budget and extends the lease.
   *
   * @returns false if the budget is used up or the lease is lost
   */
  async spendCall(lease: string): Promise<boolean> {
    const spent = await execute(
      this.db.manager,
      `UPDATE bpay_history SET minute = greatest(minute, date_trunc('minute', now())),
           calls = CASE WHEN minute < date_trunc('minute', now()) THEN 1 ELSE calls + 1 END,
           leased_until = now() + ${LEASE}
         WHERE lease = $1 AND (minute < date_trunc('minute', now()) OR calls < $2)`,
      [lease, CALLS_PER_MINUTE],
    );
    return spent > 0;
  }

  async markCovered(lease: string, until: Date): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE bpay_history SET covered_until = greatest(covered_until, $2::timestamptz),
           order_ids_until = greatest(order_ids_until, $2::timestamptz)
         WHERE lease = $1`,
      [lease, until],
    );
  }

  /**
   * @param pauseMs time until any replica may refetch
   * @param failure reason for administrators; null after a complete fetch, undefined if the outcome is unknown
   */
  async release(lease: string, pauseMs: number, failure: string | null | undefined): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE bpay_history SET lease = NULL, leased_until = now(),
         next_fetch_at = now() + $2 * interval '1 millisecond',
         served_at = CASE WHEN $3 THEN started_at ELSE served_at END,
         order_ids_served_at = CASE WHEN $3 THEN started_at ELSE order_ids_served_at END,
         failure = CASE WHEN $3 THEN NULL ELSE coalesce($4, failure) END,
         failing_since = CASE WHEN $3 THEN NULL WHEN $4 IS NULL THEN failing_since
           ELSE coalesce(failing_since, now()) END,
         failures = CASE WHEN $3 THEN 0 WHEN $4 IS NULL THEN failures ELSE failures + 1 END
       WHERE lease = $1`,
      [lease, pauseMs, failure === null, failure ?? null],
    );
  }

  /**
   * Returns the last failure, its first occurrence and the number of failed fetches since the last complete fetch, or
   * null if the last fetch was complete.
   */
  async failure(): Promise<{ failure: string; since: Date; failures: number } | null> {
    return row(
      this.db.manager,
      failureRow,
      `SELECT failure, failing_since AS since, failures FROM bpay_history WHERE failure IS NOT NULL`,
    );
  }

  /** Resets the progress, so that the next fetch starts at the oldest order that reserves an amount. */
  async scheduleReread(tx: EntityManager): Promise<void> {
    await execute(
      tx,
      `UPDATE bpay_history SET order_ids_until = NULL, order_ids_served_at = '-infinity'`,
    );
  }
}
