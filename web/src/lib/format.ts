import { commonMessages } from '@/messages/common.js';
import { currentLanguage, t, type Language } from './messages.js';

/** Times are shown in Asia/Jakarta (SPEC §9). */
const TIME_ZONE = 'Asia/Jakarta';

const LOCALES: Record<Language, string> = { en: 'en-US', id: 'id-ID' };

/** A formatter for the language in force, made once for each. */
function perLanguage<T>(make: (locale: string) => T): () => T {
  const made = new Map<Language, T>();
  return () => {
    const language = currentLanguage();
    const known = made.get(language) ?? make(LOCALES[language]);
    made.set(language, known);
    return known;
  };
}

const dateTime = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      timeZone: TIME_ZONE,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);
const rupiah = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 });
const price = new Intl.NumberFormat('id-ID', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});
const figure = perLanguage((locale) => new Intl.NumberFormat(locale));
const tenths = perLanguage(
  (locale) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      useGrouping: false,
    }),
);
const usd = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const partsOf = (instant: string | number | Date) =>
  Object.fromEntries(
    dateTime()
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  );

const dayOf = ({ day, month, year }: ReturnType<typeof partsOf>) => `${day} ${month} ${year}`;

/** `21 Nov 2026, 14:02`; the month in the language in force. */
export function formatDateTime(instant: string | number | Date): string {
  const parts = partsOf(instant);
  return `${dayOf(parts)}, ${parts.hour}:${parts.minute}`;
}

/** `14:02` */
export function formatHour(instant: string | number | Date): string {
  const { hour, minute } = partsOf(instant);
  return `${hour}:${minute}`;
}

/** `21 Nov 2026` */
export const formatDay = (instant: string | number | Date): string => dayOf(partsOf(instant));

/** `Rp 225.000`: whole rupiah (SPEC §9). */
export const formatRupiah = (amount: number): string => `Rp ${rupiah.format(amount)}`;

/** `Rp 22.500,50`, `Rp 22.500`: a product's price, which may have decimals. */
export const formatPrice = (amount: number): string => `Rp ${price.format(amount)}`;

/** `1,236`, `1.236` in Indonesian. */
export const formatFigure = (value: number): string => figure().format(value);

/** `+10`, `−1`, `0` */
export const formatSigned = (value: number): string =>
  value === 0 ? '0' : `${value > 0 ? '+' : '−'}${figure().format(Math.abs(value))}`;

/** `$13.84` */
export const formatUsd = (amount: number): string => `$${usd.format(amount)}`;

/** `13.700123`: USDT as it is to be sent, six decimals, no separators, so that it can be pasted. */
export const formatUsdt = (amount: number): string => amount.toFixed(6);

/** `63 %` */
export const formatPercent = (value: number): string => `${Math.floor(value)} %`;

/** What a figure of nothing is shown as: 0 would be a result. */
export const NONE = '–';

/** `63 %`, `–` of nothing: completed of finished, say. */
export const formatShare = (part: number, whole: number): string =>
  whole > 0 ? formatPercent((part / whole) * 100) : NONE;

/** One digit after the comma: `12.6`. */
export const formatTenths = (value: number): string => tenths().format(value);

/** `46.2 MB/s` from bytes per second. */
export const formatRate = (bytesPerSecond: number): string =>
  `${formatTenths(bytesPerSecond / 1_000_000)} MB/s`;

const GIB = 2 ** 30;
const MIB = 2 ** 20;

/** `12.6 of 20.0 GiB`, or MiB for a small image. */
export function formatWritten(done: number, total: number): string {
  const [unit, name] = total >= GIB ? [GIB, 'GiB'] : [MIB, 'MiB'];
  return t(commonMessages).written(
    formatTenths(done / unit),
    `${formatTenths(total / unit)} ${name}`,
  );
}

/** `2 min 52 s` */
export function formatDuration(seconds: number): string {
  const { units: m } = t(commonMessages);
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours > 0) return `${m.hours(hours)} ${m.minutes(minutes)}`;
  return minutes > 0 ? `${m.minutes(minutes)} ${m.seconds(whole % 60)}` : m.seconds(whole);
}

/** `10 min`, for how long something took. */
export const formatMinutes = (seconds: number): string =>
  t(commonMessages).units.minutes(Math.max(1, Math.round(seconds / 60)));

/** `58:41`, as a countdown shows it. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
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
