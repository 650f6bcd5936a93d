import { nextCheckAt } from './check-schedule.js';

const now = new Date('2026-11-21T10:00:00Z');
const minutesUntil = (date: Date | null) => date && (date.getTime() - now.getTime()) / 60_000;
const topup = {
  status: 'UNPAID' as const,
  reference: 'T1' as string | null,
  paymentMethod: 'QRIS',
  checks: 0,
  expiresAt: new Date('2026-11-22T10:00:00Z'),
};

describe(nextCheckAt, () => {
  it('checks an open top-up less and less often, but never stops', () => {
    const waits = [0, 1, 2, 3, 4, 5, 100].map((checks) =>
      minutesUntil(nextCheckAt({ ...topup, checks }, now)),
    );
    expect(waits).toEqual([1, 2, 5, 10, 15, 15, 15]);
  });

  it('checks soon after a create request that the gateway has not confirmed', () => {
    const pending = { ...topup, status: 'PENDING' as const, reference: null };
    expect(nextCheckAt(pending, now)).toEqual(new Date('2026-11-21T10:00:10Z'));
  });

  it('checks 5 minutes, 1 hour, 1 day and 3 days after our own expiry, then stops', () => {
    const expired = { ...topup, status: 'EXPIRED' as const, expiresAt: now };
    const waits = [0, 1, 2, 3, 4].map((checks) =>
      minutesUntil(nextCheckAt({ ...expired, checks }, now)),
    );
    expect(waits).toEqual([5, 60, 1440, 4320, null]);
  });

  it('schedules a single check after a delay of days instead of all missed checks', () => {
    const expired = {
      ...topup,
      status: 'EXPIRED' as const,
      expiresAt: new Date('2026-11-01T00:00:00Z'),
    };
    expect(minutesUntil(nextCheckAt(expired, now))).toBe(1);
  });

  it('schedules no gateway check for a BPAY order, open or expired', () => {
    const bpay = { ...topup, paymentMethod: 'BPAY' };
    expect(nextCheckAt(bpay, now)).toBeNull();
    expect(nextCheckAt({ ...bpay, status: 'EXPIRED' }, now)).toBeNull();
  });

  it.each(['PAID', 'FAILED'] as const)('schedules no check for a %s top-up', (status) => {
    expect(nextCheckAt({ ...topup, status }, now)).toBeNull();
  });
});
