import { SERIES_LENGTH, type SeriesUnit } from '@casement/proto/http/series.js';

/** The start of the day, week or month of Jakarta that a time lies in; `$1` is the unit. */
export const startOf = (time: string): string =>
  `date_trunc($1::text, (${time}) AT TIME ZONE 'Asia/Jakarta')`;

/**
 * `periods (start)`: each day, week or month of the present range and of the one before, for a WITH; `$1` is the unit,
 * `$2` how many there are, `$3` a time in the last one.
 */
export const PERIODS = `periods (start) AS (
    SELECT generate_series(${startOf('$3::timestamptz')} - ($2::int - 1) * ('1 ' || $1::text)::interval,
                           ${startOf('$3::timestamptz')}, ('1 ' || $1::text)::interval))`;

/** A time's column is compared itself, so that its index serves. */
export const fromFirst = (column: string): string =>
  `${column} >= (SELECT min(start) FROM periods) AT TIME ZONE 'Asia/Jakarta'`;

/** 2026-11-21 */
export const START = `to_char(start, 'YYYY-MM-DD')`;

/** What `$1` to `$3` are. */
export const seriesParameters = (unit: SeriesUnit, now: Date) => [
  unit,
  2 * SERIES_LENGTH[unit],
  now,
];

/** The points of both ranges, oldest first, as they are answered. */
export const splitSeries = <T>(unit: SeriesUnit, points: readonly T[]) => ({
  unit,
  previous: points.slice(0, SERIES_LENGTH[unit]),
  current: points.slice(SERIES_LENGTH[unit]),
});
