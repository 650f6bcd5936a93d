import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';

// Implemented without Intl, whose first formatter takes Chromium 25 ms and delays the first screen (ADR 43). The test
// compares the output with Intl.

interface Separators {
  group: string;
  decimal: string;
}

export const ENGLISH_SEPARATORS: Separators = { group: ',', decimal: '.' };
const INDONESIAN_SEPARATORS: Separators = { group: '.', decimal: ',' };

/** Formats with `min` to `max` decimals; trailing zeros are kept up to `min`. */
export function formatNumber(
  value: number,
  { group, decimal }: Separators,
  min = 0,
  max = min,
): string {
  const [whole, decimals = ''] = value.toFixed(max).split('.') as [string, string?];
  const kept = decimals.slice(0, min) + decimals.slice(min).replace(/0+$/, '');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return kept ? grouped + decimal + kept : grouped;
}

/** Zone of the times unless the user has chosen another (SPEC §9). It has no daylight saving time. */
export const DEFAULT_TIME_ZONE = 'Asia/Jakarta';
const JAKARTA_MS = 7 * 3_600_000;

let shownZone = DEFAULT_TIME_ZONE;
let otherZone: Intl.DateTimeFormat | null = null;

/** Selects the zone of the times. Call it while rendering a screen. */
export function showTimesIn(zone = DEFAULT_TIME_ZONE): void {
  if (zone !== shownZone) otherZone = zone === DEFAULT_TIME_ZONE ? null : zoneFormat(zone);
  shownZone = zone;
}

/** Returns null if the browser does not know the zone. Only this locale has the names of Indonesia's zones. */
function zoneFormat(timeZone: string): Intl.DateTimeFormat | null {
  const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('id', { ...date, ...time, timeZone, timeZoneName: 'short' });
  } catch {
    return null;
  }
}

type Instant = string | number | Date;

interface ClockTime {
  day: string;
  hour: string;
  zone: string;
}

function clockTime(instant: Instant, format = otherZone): ClockTime {
  if (!format) {
    const time = new Date(+new Date(instant) + JAKARTA_MS);
    return {
      day: dayText(time.getUTCDate(), time.getUTCMonth(), time.getUTCFullYear()),
      hour: `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}`,
      zone: 'WIB',
    };
  }
  const parts = format.formatToParts(new Date(instant));
  const of = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  return {
    day: dayText(of('day'), Number(of('month')) - 1, of('year')),
    hour: `${two(of('hour'))}:${two(of('minute'))}`,
    zone: of('timeZoneName').replace('.', ':'),
  };
}

const two = (n: number | string) => String(n).padStart(2, '0');
const dayText = (day: number | string, month: number, year: number | string) =>
  `${day} ${t(commonMessages).months[month]} ${year}`;

/** Formats as `21 Nov 2026, 14:02 WIB`, with the month in the current language. */
export const formatDateTime = (instant: Instant): string => textOf(clockTime(instant));

/** Like `formatDateTime`, in Jakarta time for every user, as on the PDF of a receipt. */
export const formatJakartaTime = (instant: Instant): string => textOf(clockTime(instant, null));

const textOf = ({ day, hour, zone }: ClockTime): string => `${day}, ${hour} ${zone}`;

/** Formats as `14:02 WIB`, after the day unless it is today. */
export function formatTimeOrDate(instant: Instant): string {
  const { day, hour, zone } = clockTime(instant);
  return day === formatDay(Date.now()) ? `${hour} ${zone}` : formatDateTime(instant);
}

/** Formats as `14:02`, for charts that name the zone. */
export const formatHour = (instant: Instant): string => clockTime(instant).hour;

/** Formats as `21 Nov 2026`. */
export const formatDay = (instant: Instant): string => clockTime(instant).day;

/** Formats integers as `Rp 225.000` (SPEC §9). */
export const formatRupiah = (amount: number): string =>
  `Rp ${formatNumber(amount, INDONESIAN_SEPARATORS)}`;

/** Formats a product's price, which may have decimals: `Rp 22.500,50`, `Rp 22.500`. */
export const formatPrice = (amount: number): string =>
  `Rp ${formatNumber(amount, INDONESIAN_SEPARATORS, amount % 1 === 0 ? 0 : 2)}`;

/** Formats as `1,236`, or `1.236` in Indonesian. */
export const formatFigure = (value: number): string =>
  formatNumber(value, t(commonMessages).separators, 0, 3);

/** Formats as `+10`, `−1` or `0`. */
export const formatSigned = (value: number): string =>
  value === 0 ? '0' : `${value > 0 ? '+' : '−'}${formatFigure(Math.abs(value))}`;

/** Formats as `$13.84`. */
export const formatUsd = (amount: number): string =>
  `$${formatNumber(amount, ENGLISH_SEPARATORS, 2)}`;

/** Formats as `13.700123`: six decimals without separators, so that it can be pasted. */
export const formatUsdt = (amount: number): string => amount.toFixed(6);

/** Formats as `63 %`, rounded down. */
export const formatPercent = (value: number): string => `${Math.floor(value)} %`;

/** Placeholder for an unavailable figure. A 0 would look like a measurement. */
export const NO_VALUE = '–';

/** Formats a share such as `63 %`, or `–` if `whole` is zero. */
export const formatShare = (part: number, whole: number): string =>
  whole > 0 ? formatPercent((part / whole) * 100) : NO_VALUE;

/** Formats with one decimal: `12.6`. */
export const formatOneDecimal = (value: number): string =>
  formatNumber(value, { ...t(commonMessages).separators, group: '' }, 1);

/** Formats bytes per second as `46.2 MB/s`. */
export const formatRate = (bytesPerSecond: number): string =>
  `${formatOneDecimal(bytesPerSecond / 1_000_000)} MB/s`;

const GIB = 2 ** 30;
const MIB = 2 ** 20;

/** Formats as `12.6 of 20.0 GiB`, or in MiB for a small image. */
export function formatBytesWritten(done: number, total: number): string {
  const [unit, name] = total >= GIB ? [GIB, 'GiB'] : [MIB, 'MiB'];
  return t(commonMessages).written(
    formatOneDecimal(done / unit),
    `${formatOneDecimal(total / unit)} ${name}`,
  );
}

/** Formats as `2 min 52 s`, or in hours and minutes from one hour on. */
export function formatDuration(seconds: number): string {
  const { units: m } = t(commonMessages);
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours > 0) return `${m.hours(hours)} ${m.minutes(minutes)}`;
  return minutes > 0 ? `${m.minutes(minutes)} ${m.seconds(whole % 60)}` : m.seconds(whole);
}

/** Formats an elapsed time as `10 min`, at least `1 min`. */
export const formatMinutes = (seconds: number): string =>
  t(commonMessages).units.minutes(Math.max(1, Math.round(seconds / 60)));

/** Formats a countdown as `58:41`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
}

/** SPEC §2: Just now; N minutes, hours, days ago. */
export function formatAgo(instant: string, now = Date.now()): string {
  const { ago } = t(commonMessages);
  const minutes = Math.floor((now - new Date(instant).getTime()) / 60_000);
  if (minutes < 1) return ago.justNow;
  if (minutes < 60) return ago.minutes(minutes);
  if (minutes < 24 * 60) return ago.hours(Math.floor(minutes / 60));
  return ago.days(Math.floor(minutes / (24 * 60)));
}
