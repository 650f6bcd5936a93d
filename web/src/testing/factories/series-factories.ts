import {
  SERIES_LENGTH,
  type OutcomeSeries,
  type RevenueSeries,
  type SeriesUnit,
} from '@casement/proto/http/series.js';

const DAY_MS = 24 * 3_600_000;

/** Returns the start dates of both ranges, oldest first, until 21 November 2026 (a Saturday). */
function startsOf(unit: SeriesUnit): string[] {
  const count = 2 * SERIES_LENGTH[unit];
  return Array.from({ length: count }, (_, i) => {
    const ago = count - 1 - i;
    const at =
      unit === 'month'
        ? Date.UTC(2026, 10 - ago, 1)
        : unit === 'week'
          ? Date.UTC(2026, 10, 16) - ago * 7 * DAY_MS
          : Date.UTC(2026, 10, 21) - ago * DAY_MS;
    return new Date(at).toISOString().slice(0, 10);
  });
}

function split<P>(unit: SeriesUnit, points: P[]) {
  const length = SERIES_LENGTH[unit];
  return { unit, previous: points.slice(0, length), current: points.slice(length) };
}

export const makeRevenue = (
  unit: SeriesUnit = 'day',
  of: (i: number) => number = (i) => ((i * 7) % 11) * 90_000,
): RevenueSeries =>
  split(
    unit,
    startsOf(unit).map((start, i) => ({ start, revenue: of(i), payments: of(i) > 0 ? 1 : 0 })),
  );

export const makeOutcomes = (unit: SeriesUnit = 'day'): OutcomeSeries =>
  split(
    unit,
    startsOf(unit).map((start, i) => ({
      start,
      completed: ((i * 7) % 13) + 4,
      failed: i % 5 === 2 ? 2 : 0,
    })),
  );
