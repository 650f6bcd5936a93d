/**
 * Where the whole steps after an instant begin, the finest first: each of the next coarser ones goes on where these
 * end. Steps are counted from 1970 in UTC, as PostgreSQL's date_bin does.
 *
 * @param stepMinutes the coarsest first
 * @example wholeSteps(new Date('2026-11-21T22:58:30Z'), [1440, 60, 5]) // 23:00, 23:00, the next midnight
 */
export function wholeSteps(after: Date, stepMinutes: readonly number[]): Date[] {
  let edge = after.getTime();
  return [...stepMinutes].reverse().map((minutes) => {
    const step = minutes * 60_000;
    edge = Math.ceil(edge / step) * step;
    return new Date(edge);
  });
}
