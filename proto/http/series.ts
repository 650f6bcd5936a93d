import { z } from 'zod';
import { UNREADABLE } from './envelope.js';
import { RULES } from './rules.js';

/** Days, weeks (from Monday) or months in Asia/Jakarta (SPEC §9). */
const seriesUnit = z.enum(['day', 'week', 'month'], RULES.SERIES_UNIT);
export type SeriesUnit = z.infer<typeof seriesUnit>;

/** Number of periods up to and including the current one. The previous series has the same length. */
export const SERIES_LENGTH: Record<SeriesUnit, number> = { day: 30, week: 12, month: 12 };

/** GET /admin/topups/revenue and /admin/install-monitoring/outcomes. */
export const seriesQuery = z.object({ unit: seriesUnit.default('day') }, UNREADABLE);
export type SeriesQuery = z.infer<typeof seriesQuery>;

/** First day of the period, e.g. 2026-11-21. */
const start = z.string();

/**
 * `current` and `previous` have equal lengths and no gaps, and are ordered oldest first. The last period of `current`
 * is not complete.
 */
const series = <T extends z.ZodType>(point: T) =>
  z.object({ unit: seriesUnit, current: z.array(point), previous: z.array(point) });

/** Paid top-ups by payment time, in integer rupiah without fees. Excludes refunded amounts. */
export const revenueSeries = series(
  z.object({ start, revenue: z.number().int(), payments: z.number().int() }),
);
export type RevenueSeries = z.infer<typeof revenueSeries>;

/** Installs by the time of their end. */
export const outcomeSeries = series(
  z.object({ start, completed: z.number().int(), failed: z.number().int() }),
);
export type OutcomeSeries = z.infer<typeof outcomeSeries>;
