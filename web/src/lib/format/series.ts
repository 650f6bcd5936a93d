import type { SeriesUnit } from '@casement/proto/http/series.js';
import { t } from '@/lib/i18n/messages.js';
import { adminTrendMessages } from '@/messages/admin/admin-trends.js';
import { formatDay } from './format.js';

/** A point's name: `21 Nov 2026`, `Week from 16 Nov 2026`, `Nov 2026`. */
export function startName(unit: SeriesUnit, start: string): string {
  const day = formatDay(start);
  if (unit === 'month') return day.replace(/^\d+ /, '');
  return unit === 'week' ? t(adminTrendMessages).weekFrom(day) : day;
}

/** The same beside other points of its unit, where a week need not be said again. */
export const shortStart = (unit: SeriesUnit, start: string): string =>
  unit === 'month' ? startName(unit, start) : formatDay(start);

export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0);
