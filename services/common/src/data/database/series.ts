import { SERIES_LENGTH, type SeriesUnit } from '@casement/proto/http/series.js';

/** Returns SQL for the start of the day, week or month (Jakarta time) that contains `time`; `$1` is the unit. */
export const startOf = (time: string): string =>
  `date_trunc($1::text, (${time}) AT TIME ZONE 'Asia/Jakarta')`;

/**
 * CTE `periods (start)`: each day, week or month of the current and of the previous range. `$1` is the unit, `$2` the
 * total number of periods, `$3` a time in the last one.
 */
export const PERIODS = `periods (start) AS (
    SELECT generate_series(${startOf('$3::timestamptz')} - ($2::int - 1) * ('1 ' || $1::text)::interval,
                           ${startOf('$3::timestamptz')}, ('1 ' || $1::text)::interval))`;

/** Compares the bare column with a converted start time, so that the column's index is used. */
export const sinceFirstPeriod = (column: string): string =>
  `${column} >= (SELECT min(start) FROM periods) AT TIME ZONE 'Asia/Jakarta'`;

/** Date format, e.g. 2026-11-21. */
export const START = `to_char(start, 'YYYY-MM-DD')`;

/** Returns the values of `$1` to `$3` in `PERIODS`. */
export const seriesParameters = (unit: SeriesUnit, now: Date) => [
  unit,
  2 * SERIES_LENGTH[unit],
  now,
];

/** Splits the points, oldest first, into the previous and the current range. */
export const splitSeries = <T>(unit: SeriesUnit, points: readonly T[]) => ({
  unit,
  previous: points.slice(0, SERIES_LENGTH[unit]),
  current: points.slice(SERIES_LENGTH[unit]),
});
