import { assert, date, integer, property, tuple } from 'fast-check';
import { deviceText } from '@/lib/format/device-text.js';
import type { Language } from '@casement/proto/language.js';
import { chooseLanguage } from '@/messages/load-language.js';
import {
  ENGLISH_SEPARATORS,
  formatAgo,
  formatCountdown,
  formatDateTime,
  formatDay,
  formatDuration,
  formatFigure,
  formatHour,
  formatNumber,
  formatPercent,
  formatPrice,
  formatRate,
  formatRupiah,
  formatShare,
  formatUsd,
  formatBytesWritten,
  showTimesIn,
} from './format.js';

describe('formats', () => {
  it('§9 shows times in Asia/Jakarta', () => {
    expect(formatDateTime('2026-11-21T07:02:00.000Z')).toBe('21 Nov 2026, 14:02 WIB');
    expect(formatDateTime('2026-11-21T18:30:00.000Z')).toBe('22 Nov 2026, 01:30 WIB');
  });

  it.each([
    ['Asia/Makassar', '21 Nov 2026, 15:02 WITA', '15:02'],
    ['America/New_York', '21 Nov 2026, 02:02 EST', '02:02'],
    ['Asia/Kolkata', '21 Nov 2026, 12:32 GMT+5:30', '12:32'],
    ['Pacific/Kiritimati', '21 Nov 2026, 21:02 GMT+14', '21:02'],
    ['Mars/Olympus', '21 Nov 2026, 14:02 WIB', '14:02'],
  ])('shows times in %s with the name of the zone', (zone, time, hour) => {
    showTimesIn(zone);
    expect(formatDateTime('2026-11-21T07:02:00.000Z')).toBe(time);
    expect(formatHour('2026-11-21T07:02:00.000Z')).toBe(hour);
    showTimesIn();
    expect(formatDateTime('2026-11-21T07:02:00.000Z')).toBe('21 Nov 2026, 14:02 WIB');
  });

  it('shows midnight as 00:00 and the day of the zone', () => {
    showTimesIn('Asia/Makassar');
    expect(formatDateTime('2026-11-21T16:00:00.000Z')).toBe('22 Nov 2026, 00:00 WITA');
    expect(formatDay('2026-11-21T16:00:00.000Z')).toBe('22 Nov 2026');
    showTimesIn();
  });

  it('§9 shows rupiah without decimals and USD with two', () => {
    expect(formatRupiah(225_000)).toBe('Rp 225.000');
    expect(formatRupiah(1_234_567.4)).toBe('Rp 1.234.567');
    expect(formatUsd(13.8)).toBe('$13.80');
  });

  it('shows a share of zero as a dash instead of 0', () => {
    expect(formatShare(0, 0)).toBe('–');
    expect(formatShare(0, 3)).toBe('0 %');
    expect(formatShare(2, 3)).toBe('66 %');
  });

  it("shows a product's price with two decimals or none", () => {
    expect(formatPrice(22_500)).toBe('Rp 22.500');
    expect(formatPrice(22_500.5)).toBe('Rp 22.500,50');
  });

  it('shows figures, percentages, rates and data sizes', () => {
    expect(formatFigure(1236)).toBe('1,236');
    expect(formatPercent(63.9)).toBe('63 %');
    expect(formatRate(46_200_000)).toBe('46.2 MB/s');
    expect(formatBytesWritten(13_529_146_982, 21_474_836_480)).toBe('12.6 of 20.0 GiB');
    expect(formatBytesWritten(2 ** 20, 2 ** 26)).toBe('1.0 of 64.0 MiB');
  });

  it('shows durations', () => {
    expect(formatDuration(172)).toBe('2 min 52 s');
    expect(formatDuration(7_260)).toBe('2 h 1 min');
    expect(formatCountdown(3_521)).toBe('58:41');
    expect(formatCountdown(-5)).toBe('00:00');
  });

  it.each([
    [30, 'Just now'],
    [60, '1 minute ago'],
    [59 * 60, '59 minutes ago'],
    [23 * 3_600, '23 hours ago'],
    [48 * 3_600, '2 days ago'],
  ])('§2 shows an age of %i seconds as %s', (seconds, text) => {
    const now = Date.parse('2026-11-21T07:02:00.000Z');
    expect(formatAgo(new Date(now - seconds * 1_000).toISOString(), now)).toBe(text);
  });

  describe('Indonesian formats', () => {
    beforeAll(() => chooseLanguage('id'));
    afterAll(() => chooseLanguage('en'));

    it('use Indonesian month names, separators and time units', () => {
      expect(formatDateTime('2026-08-21T07:02:00.000Z')).toBe('21 Agu 2026, 14:02 WIB');
      expect(formatFigure(1236)).toBe('1.236');
      expect(formatRate(46_200_000)).toBe('46,2 MB/s');
      expect(formatBytesWritten(13_529_146_982, 21_474_836_480)).toBe('12,6 dari 20,0 GiB');
      expect(formatDuration(172)).toBe('2 mnt 52 dtk');
      expect(formatDuration(7_260)).toBe('2 jam 1 mnt');
    });

    it.each([
      ['Chrome on Windows', 'Chrome di Windows'],
      ['Unknown device', 'Perangkat tidak dikenal'],
      ['Firefox', 'Firefox'],
    ])('translate the device %s', (device, own) => {
      expect(deviceText(device)).toBe(own);
    });
  });

  describe.each([
    ['en', 'en-US'],
    ['id', 'id-ID'],
  ] as [Language, string][])('formats in %s compared with Intl for %s', (language, locale) => {
    beforeAll(() => chooseLanguage(language));
    afterAll(() => chooseLanguage('en'));

    it('show the same times', () => {
      const format = new Intl.DateTimeFormat(locale, {
        timeZone: 'Asia/Jakarta',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
      // Jakarta has kept its current UTC offset since 1964.
      const times = date({
        min: new Date('1970-01-01'),
        max: new Date('2199-12-31'),
        noInvalidDate: true,
      });
      assert(
        property(times, (time) => {
          const parts = format.formatToParts(time);
          const of = (name: string) => parts.find(({ type }) => type === name)?.value;
          expect(formatDateTime(time)).toBe(
            `${of('day')} ${of('month')} ${of('year')}, ${of('hour')}:${of('minute')} WIB`,
          );
        }),
      );
    });

    it('show the same integers and amounts of money', () => {
      const rupiah = new Intl.NumberFormat('id-ID', {
        minimumFractionDigits: 2,
        trailingZeroDisplay: 'stripIfInteger',
      });
      const hundredths = integer({ min: 0, max: 1e14 }).map((n) => n / 100);
      assert(
        property(integer(), hundredths, (count, amount) => {
          expect(formatFigure(count)).toBe(count.toLocaleString(locale));
          expect(formatPrice(amount)).toBe(`Rp ${rupiah.format(amount)}`);
        }),
      );
    });
  });

  it('rounds to the requested decimals, like Intl', () => {
    const intl = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: 2,
      maximumFractionDigits: 4,
    });
    // Excludes values halfway between two results, where Intl rounds the decimal number and toFixed the binary one.
    const values = tuple(integer({ min: 1, max: 1e12 }), integer({ min: -49, max: 49 })).map(
      ([n, rest]) => (n * 100 + rest) / 1e6,
    );
    assert(
      property(values, (value) => {
        expect(formatNumber(value, ENGLISH_SEPARATORS, 2, 4)).toBe(intl.format(value));
      }),
    );
  });
});
