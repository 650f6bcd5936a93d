import { formatDuration, formatOneDecimal } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';

/** Formats a recovery's duration in milliseconds: `840 ms`, `1.2 s`, `2 min 52 s`. */
export function formatElapsed(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  return seconds < 60
    ? t(commonMessages).units.seconds(formatOneDecimal(seconds))
    : formatDuration(seconds);
}
