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
  it('asks about an open top-up ever more rarely, but never stops', () => {
    const waits = [0, 1, 2, 3, 4, 5, 100].map((checks) =>
      minutesUntil(nextCheckAt({ ...topup, checks }, now)),
    );
    expect(waits).toEqual([1, 2, 5, 10, 15, 15, 15]);
  });

  it('asks soon about one that the gateway has not confirmed', () => {
    const pending = { ...topup, status: 'PENDING' as const, reference: null };
    expect(nextCheckAt(pending, now)).toEqual(new Date('2026-11-21T10:00:10Z'));
  });

  it('asks 5 minutes, 1 hour, 1 day and 3 days after our own expiry, then no more', () => {
    const expired = { ...topup, status: 'EXPIRED' as const, expiresAt: now };
    const waits = [0, 1, 2, 3, 4].map((checks) =>
      minutesUntil(nextCheckAt({ ...expired, checks }, now)),
    );
    expect(waits).toEqual([5, 60, 1440, 4320, null]);
  });

  it('does not ask at once four times when it was late by days', () => {
    const expired = {
      ...topup,
      status: 'EXPIRED' as const,
      expiresAt: new Date('2026-11-01T00:00:00Z'),
    };
    expect(minutesUntil(nextCheckAt(expired, now))).toBe(1);
  });

  it('asks the gateway nothing about a BPAY order, open or expired', () => {
    const bpay = { ...topup, paymentMethod: 'BPAY' };
    expect(nextCheckAt(bpay, now)).toBeNull();
    expect(nextCheckAt({ ...bpay, status: 'EXPIRED' }, now)).toBeNull();
  });

  it.each(['PAID', 'FAILED'] as const)('asks nothing about a %s one', (status) => {
    expect(nextCheckAt({ ...topup, status }, now)).toBeNull();
  });
});
