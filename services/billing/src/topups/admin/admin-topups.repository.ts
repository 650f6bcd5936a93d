import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { AdminTopupsQuery } from '@casement/proto/http/billing/admin-topups.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { RevenueSeries, SeriesUnit } from '@casement/proto/http/series.js';
import { condition } from '@casement/common/data/database/condition.js';
import { newestFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities, type ListPage } from '@casement/common/data/database/list-page.js';
import {
  sinceFirstPeriod,
  PERIODS,
  seriesParameters,
  splitSeries,
  START,
  startOf,
} from '@casement/common/data/database/series.js';
import { bigintColumn, one, rows } from '@casement/common/data/database/sql.js';
import { TopupEntity } from '../topup.entity.js';

/** Practically no cap: there are few reviews, so all of them can be counted. */
const EXACT_COUNT = 1_000_000;

const midnight = (day: string) => condition`(${day}::date::timestamp AT TIME ZONE 'Asia/Jakarta')`;

const totalRow = z.object({ total: z.number() });
const pointRow = z.object({ start: z.string(), revenue: bigintColumn, payments: z.number() });

@Injectable()
export class AdminTopupsRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. The total is exact without a filter and capped with a filter. */
  page(query: AdminTopupsQuery): Promise<ListPage<TopupEntity>> {
    const { search, status, user, method, from, to, min, max } = query;
    // Matches complete references only, which uses the unique indexes. Both kinds of references are uppercase.
    const unfiltered = [user, from, to, min, max].every((bound) => bound === undefined);
    const references = [search, search.toUpperCase()];
    return listEntities(this.db.manager, TopupEntity, {
      where: [
        status !== 'all' && condition`status = ${status}`,
        user !== undefined && condition`user_id = ${user}`,
        method !== 'all' && condition`payment_method = ${method}`,
        from !== undefined && condition`created_at >= ${midnight(from)}`,
        to !== undefined && condition`created_at < ${midnight(to)} + interval '1 day'`,
        min !== undefined && condition`final_amount >= ${min}`,
        max !== undefined && condition`final_amount <= ${max}`,
        search !== '' &&
          condition`reference = ANY(${references}::text[]) OR merchant_ref = ANY(${references}::text[])`,
      ],
      orderBy: newestFirst('created_at'),
      page: query,
      ...(status === 'all' &&
        search === '' &&
        method === 'all' &&
        unfiltered && { total: () => this.countAll() }),
    });
  }

  /** Longest waiting first. */
  pageOfReviews(query: PageQuery): Promise<ListPage<TopupEntity>> {
    return listEntities(this.db.manager, TopupEntity, {
      where: [condition`review IS NOT NULL`],
      orderBy: { columns: { review_since: 'instant', id: 'uuid' }, descending: false },
      page: query,
      countCap: EXACT_COUNT,
    });
  }

  /** Sums the counters in topup_count, which has one row per user. */
  private async countAll(): Promise<number> {
    const sql = 'SELECT coalesce(sum(topups), 0)::int AS total FROM topup_count';
    return (await one(this.db.manager, totalRow, sql)).total;
  }

  /** Returns the revenue per day, week or month of the range that ends at `now` and of the range before it. */
  async revenue(unit: SeriesUnit, now: Date): Promise<RevenueSeries> {
    const points = await rows(
      this.db.manager,
      pointRow,
      // The first part is an index-only scan, the second reads the few top-ups of which the customer kept a part.
      `WITH ${PERIODS}, payment AS (
         SELECT paid_at, final_amount AS kept FROM topup
          WHERE ${sinceFirstPeriod('paid_at')} AND refunded_at IS NULL
         UNION ALL
         SELECT paid_at, final_amount - amount FROM topup JOIN refund r ON r.topup_id = topup.id
          WHERE ${sinceFirstPeriod('paid_at')} AND r.state = 'refunded' AND r.quantity < topup.quantity),
       paid AS (
         SELECT ${startOf('paid_at')} AS start, sum(kept) AS revenue, count(*)::int AS payments
         FROM payment GROUP BY 1)
       SELECT ${START} AS start, coalesce(revenue, 0) AS revenue, coalesce(payments, 0) AS payments
       FROM periods LEFT JOIN paid USING (start) ORDER BY periods.start`,
      seriesParameters(unit, now),
    );
    return splitSeries(unit, points);
  }
}
