import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { RevenueSeries, SeriesUnit } from '@casement/proto/http/series.js';
import { Database } from '@casement/common/data/database/database.js';
import {
  fromFirst,
  PERIODS,
  seriesParameters,
  splitSeries,
  START,
  startOf,
} from '@casement/common/data/database/series.js';
import { bigintColumn, rows } from '@casement/common/data/database/sql.js';

const point = z.object({ start: z.string(), revenue: bigintColumn, payments: z.number() });

@Injectable()
export class RevenueRepository {
  constructor(private readonly db: Database) {}

  /** What was paid in each day, week or month until `now`, and as long before. */
  async series(unit: SeriesUnit, now: Date): Promise<RevenueSeries> {
    const points = await rows(
      this.db.manager,
      point,
      `WITH ${PERIODS}, paid AS (
         SELECT ${startOf('paid_at')} AS start, sum(final_amount) AS revenue, count(*)::int AS payments
         FROM topup WHERE ${fromFirst('paid_at')} AND refunded_at IS NULL GROUP BY 1)
       SELECT ${START} AS start, coalesce(revenue, 0) AS revenue, coalesce(payments, 0) AS payments
       FROM periods LEFT JOIN paid USING (start) ORDER BY periods.start`,
      seriesParameters(unit, now),
    );
    return splitSeries(unit, points);
  }
}
