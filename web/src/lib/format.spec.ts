import {
  formatAgo,
  formatCountdown,
  formatDateTime,
  formatDuration,
  formatFigure,
  formatPercent,
  formatPrice,
  formatRate,
  formatRupiah,
  formatShare,
  formatUsd,
  formatWritten,
} from './format.js';
import { deviceText } from './device-text.js';
import { chooseLanguage } from './messages.js';

describe('formats', () => {
  it('§9 shows times in Asia/Jakarta', () => {
    expect(formatDateTime('2026-11-21T07:02:00.000Z')).toBe('21 Nov 2026, 14:02');
    expect(formatDateTime('2026-11-21T18:30:00.000Z')).toBe('22 Nov 2026, 01:30');
  });

  it('§9 shows rupiah without decimals and USD with two', () => {
    expect(formatRupiah(225_000)).toBe('Rp 225.000');
    expect(formatRupiah(1_234_567.4)).toBe('Rp 1.234.567');
    expect(formatUsd(13.8)).toBe('$13.80');
  });

  it('shows the share of nothing as a dash, not as 0', () => {
    expect(formatShare(0, 0)).toBe('–');
    expect(formatShare(0, 3)).toBe('0 %');
    expect(formatShare(2, 3)).toBe('66 %');
  });

  it("shows a product's price with both decimals or none", () => {
    expect(formatPrice(22_500)).toBe('Rp 22.500');
    expect(formatPrice(22_500.5)).toBe('Rp 22.500,50');
  });

  it('shows figures, percents, rates and amounts of data', () => {
    expect(formatFigure(1236)).toBe('1,236');
    expect(formatPercent(63.9)).toBe('63 %');
    expect(formatRate(46_200_000)).toBe('46.2 MB/s');
    expect(formatWritten(13_529_146_982, 21_474_836_480)).toBe('12.6 of 20.0 GiB');
    expect(formatWritten(2 ** 20, 2 ** 26)).toBe('1.0 of 64.0 MiB');
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
  ])('§2 shows %i seconds as %s', (seconds, text) => {
    const now = Date.parse('2026-11-21T07:02:00.000Z');
    expect(formatAgo(new Date(now - seconds * 1_000).toISOString(), now)).toBe(text);
  });

  describe('in Indonesian', () => {
    beforeAll(() => chooseLanguage('id'));
    afterAll(() => chooseLanguage('en'));

    it('names months, separates thousands and counts as people do', () => {
      expect(formatDateTime('2026-08-21T07:02:00.000Z')).toBe('21 Agu 2026, 14:02');
      expect(formatFigure(1236)).toBe('1.236');
      expect(formatRate(46_200_000)).toBe('46,2 MB/s');
      expect(formatWritten(13_529_146_982, 21_474_836_480)).toBe('12,6 dari 20,0 GiB');
      expect(formatDuration(172)).toBe('2 mnt 52 dtk');
      expect(formatDuration(7_260)).toBe('2 jam 1 mnt');
    });

    it.each([
      ['Chrome on Windows', 'Chrome di Windows'],
      ['Unknown device', 'Perangkat tidak dikenal'],
      ['Firefox', 'Firefox'],
    ])('names the device %s', (device, own) => {
      expect(deviceText(device)).toBe(own);
    });
  });
});
