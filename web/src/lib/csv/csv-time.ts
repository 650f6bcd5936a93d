const JAKARTA_MS = 7 * 3_600_000;

/** `2026-11-21T14:02:00.000+07:00`: Jakarta has no summer time. */
export const csvTime = (instant: string): string =>
  new Date(Date.parse(instant) + JAKARTA_MS).toISOString().replace('Z', '+07:00');
