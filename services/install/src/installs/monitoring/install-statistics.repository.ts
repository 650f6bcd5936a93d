import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { OutcomeSeries, SeriesUnit } from '@casement/proto/http/series.js';
import { Database } from '@casement/common/data/database/database.js';
import {
  fromFirst,
  PERIODS,
  seriesParameters,
  splitSeries,
  START,
  startOf,
} from '@casement/common/data/database/series.js';
import { rows } from '@casement/common/data/database/sql.js';

const point = z.object({ start: z.string(), completed: z.number(), failed: z.number() });

@Injectable()
export class InstallOutcomesRepository {
  constructor(private readonly db: Database) {}

  /** How many installs completed and failed in each day, week or month until `now`, and as long before. */
  async series(unit: SeriesUnit, now: Date): Promise<OutcomeSeries> {
    const points = await rows(
      this.db.manager,
      point,
      `WITH ${PERIODS}, ended AS (
         SELECT ${startOf('status_changed_at')} AS start,
                count(*) FILTER (WHERE status = 'completed')::int AS completed,
                count(*) FILTER (WHERE status = 'failed')::int AS failed
         FROM install WHERE ${fromFirst('status_changed_at')} AND status IN ('completed', 'failed') GROUP BY 1)
       SELECT ${START} AS start, coalesce(completed, 0) AS completed, coalesce(failed, 0) AS failed
       FROM periods LEFT JOIN ended USING (start) ORDER BY periods.start`,
      seriesParameters(unit, now),
    );
    return splitSeries(unit, points);
  }
}
