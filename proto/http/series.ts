import { z } from 'zod';
import { UNREADABLE } from './envelope.js';
import { RULES } from './rules.js';

/** Days, weeks (from Monday) and months of Asia/Jakarta (SPEC §9). */
const seriesUnit = z.enum(['day', 'week', 'month'], RULES.SERIES_UNIT);
export type SeriesUnit = z.infer<typeof seriesUnit>;

/** How many there are before the present day, week or month ends: a plot's range, and the time before it, are as long. */
export const SERIES_LENGTH: Record<SeriesUnit, number> = { day: 30, week: 12, month: 12 };

/** GET /admin/topups/revenue and /admin/install-monitoring/outcomes. */
export const seriesQuery = z.object({ unit: seriesUnit.default('day') }, UNREADABLE);
export type SeriesQuery = z.infer<typeof seriesQuery>;

/** 2026-11-21, the first day of what is counted. */
const start = z.string();

/** Both without gaps, oldest first and of the same length; the last of `current` has not ended yet. */
const series = <T extends z.ZodType>(point: T) =>
  z.object({ unit: seriesUnit, current: z.array(point), previous: z.array(point) });

/** Paid top-ups by the time of their payment, in whole rupiah and without fees; refunded ones are left out. */
export const revenueSeries = series(
  z.object({ start, revenue: z.number().int(), payments: z.number().int() }),
);
export type RevenueSeries = z.infer<typeof revenueSeries>;

/** Installs by the time at which they ended. */
export const outcomeSeries = series(
  z.object({ start, completed: z.number().int(), failed: z.number().int() }),
);
export type OutcomeSeries = z.infer<typeof outcomeSeries>;
