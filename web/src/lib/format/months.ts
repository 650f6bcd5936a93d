import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';

const JAKARTA_MS = 7 * 3_600_000;

/** Covers a financial year and the one before. */
const MONTHS = 24;

/** Returns the current month in Jakarta and earlier ones, newest first, as `2026-11`. */
export function newestMonths(now: number): string[] {
  const today = new Date(now + JAKARTA_MS);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1))
      .toISOString()
      .slice(0, 7),
  );
}

/** Formats `2026-11` as `Nov 2026`. */
export function monthName(month: string): string {
  const [year, number] = month.split('-');
  return `${t(commonMessages).months[Number(number) - 1]} ${year}`;
}
