import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { execute, row } from '@casement/common/data/database/sql.js';

export type Claim =
  /** Only this caller fetches until the lease is released or expires. */
  | { kind: 'ours'; lease: string; coveredUntil: Date | null }
  /** Another replica has fetched meanwhile. */
  | { kind: 'served' }
  /** Another replica is fetching, or the pause is not over; `waitMs` until it may be tried again. */
  | { kind: 'wait'; waitMs: number };

/** Binance allows an account 60 calls a minute. Half of it, so that no two clocks can add up to more. */
const CALLS_PER_MINUTE = 30;
/** After a crash during a fetch, no replica fetches for this long. */
const LEASE = `interval '15 seconds'`;

const nowRow = z.object({ now: z.date() });
const claimedRow = z.object({ coveredUntil: z.date().nullable() });
const stateRow = z.object({ served: z.boolean(), waitMs: z.number() });

/** What all replicas share, so that they ask Binance as one. One row; the database's clock. */
@Injectable()
export class HistoryStateRepository {
  constructor(private readonly db: Database) {}

  async now(): Promise<Date> {
    const clock = await row(this.db.manager, nowRow, 'SELECT now()');
    if (!clock) throw new Error('the database returned no time');
    return clock.now;
  }

  /** @param since a fetch that began after this serves the caller as well */
  async claim(since: Date): Promise<Claim> {
    const lease = newId();
    const ours = await row(
      this.db.manager,
      claimedRow,
      `UPDATE bpay_history SET lease = $1, leased_until = now() + ${LEASE}, started_at = now()
        WHERE leased_until <= now() AND next_fetch_at <= now() AND served_at < $2
       RETURNING covered_until AS "coveredUntil"`,
      [lease, since],
    );
    if (ours) return { kind: 'ours', lease, coveredUntil: ours.coveredUntil };
    const state = await row(
      this.db.manager,
      stateRow,
      `SELECT served_at >= $1 AS served,
         greatest(0, extract(epoch FROM least(next_fetch_at, now() + interval '4 days') - now()) * 1000)::float8 AS "waitMs"
       FROM bpay_history`,
      [since],
    );
    if (!state) throw new Error('bpay_history has no row');
    return state.served ? { kind: 'served' } : { kind: 'wait', waitMs: state.waitMs };
  }

  /**
   * Takes one call out of the minute's budget and prolongs the lease.
   *
   * @returns false when the budget is used up, or the lease is no longer ours
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

  /** Everything until then was fetched and stored. */
  async covered(lease: string, until: Date): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE bpay_history SET covered_until = greatest(covered_until, $2::timestamptz) WHERE lease = $1`,
      [lease, until],
    );
  }

  /**
   * Releases the lease.
   *
   * @param pauseMs no replica fetches before it is over
   */
  async release(lease: string, pauseMs: number, complete: boolean): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE bpay_history SET lease = NULL, leased_until = now(),
         next_fetch_at = now() + $2 * interval '1 millisecond',
         served_at = CASE WHEN $3 THEN started_at ELSE served_at END
       WHERE lease = $1`,
      [lease, pauseMs, complete],
    );
  }
}
