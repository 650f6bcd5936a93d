import { unusedByTopup, type QuotaChange } from './unused-quota.js';

const paid = (topupId: string, amount: number): QuotaChange => ({
  cause: `topup:${topupId}`,
  topupId,
  amount,
});
const refund = (topupId: string, amount: number, attempt = 0): QuotaChange => ({
  cause: `topup-refund:${topupId}:${attempt}`,
  topupId,
  amount,
});
let causes = 0;
const free = (amount: number): QuotaChange => ({
  cause: `free-${(causes += 1)}`,
  topupId: null,
  amount,
});
const install = (name: string, amount: number): QuotaChange => ({
  cause: name,
  topupId: null,
  amount,
});
const unused = (...changes: QuotaChange[]) => Object.fromEntries(unusedByTopup(changes));

describe(unusedByTopup, () => {
  it('spends quota that nobody paid for first, then the oldest top-up', () => {
    expect(unused(free(1), paid('a', 2), paid('b', 2), install('i', -2))).toEqual({ a: 1, b: 2 });
  });

  it('does not replace spent quota by quota that was added afterwards', () => {
    expect(unused(paid('a', 2), install('i', -2), free(2))).toEqual({ a: 0 });
    expect(unused(paid('a', 2), install('i', -2), free(2), install('j', -1))).toEqual({ a: 0 });
  });

  it('ignores installs that cost nothing', () => {
    expect(unused(paid('a', 2), install('i', -1), free(1), install('i', 1))).toEqual({ a: 2 });
    const resumed = [install('i', -1), install('i', 1), install('i', -1)];
    expect(unused(paid('a', 2), ...resumed)).toEqual({ a: 1 });
  });

  it('ignores refunds that were not made', () => {
    const spent = [paid('a', 2), install('i', -2), free(2)];
    expect(unused(...spent, refund('a', -2), refund('a', 2))).toEqual({ a: 0 });
  });

  it('lets a refund of a spent top-up take other quota, which is then gone', () => {
    const refunded = [paid('a', 2), install('i', -2), free(1), paid('b', 2), refund('a', -2)];
    expect(unused(...refunded)).toEqual({ a: 0, b: 1 });
    expect(unused(...refunded, paid('c', 2))).toEqual({ a: 0, b: 1, c: 2 });
  });

  it('counts a correction by an administrator as spent', () => {
    expect(unused(paid('a', 3), free(-2))).toEqual({ a: 1 });
  });
});
