import type { Rule } from '../rules/rules.service.js';
import { checksOf } from './checks.js';
import type { SignalEntity } from './signal.entity.js';

const rule = (over: Partial<Rule> = {}) =>
  ({
    name: 'test',
    kinds: ['a'],
    per: 'address',
    windowSeconds: 600,
    mode: 'on',
    ...over,
  }) as Rule;
const signal = (second: number, over: Partial<SignalEntity> = {}) =>
  ({
    id: String(second),
    kind: 'a',
    source: '203.0.113.1',
    userId: null,
    occurredAt: new Date(second * 1_000),
    ...over,
  }) as SignalEntity;

describe(checksOf.name, () => {
  it('combines nearly simultaneous signals of one address into a single check with one slice', () => {
    const [check, ...others] = checksOf([rule()], [signal(20), signal(0), signal(10)]);
    expect(others).toEqual([]);
    expect(check?.slices.map((slice) => slice.map(({ id }) => id))).toEqual([['0', '10', '20']]);
  });

  it('evaluates a backlog in slices so that a burst in the middle is not missed', () => {
    const [check] = checksOf([rule()], [signal(0), signal(5), signal(3_000), signal(7_200)]);
    expect(check?.slices.map((slice) => slice.length)).toEqual([2, 1, 1]);
  });

  it('returns one check per rule and address or account, and none for signals without either', () => {
    const account = rule({ name: 'account', per: 'account' });
    const signals = [signal(0), signal(1, { source: null }), signal(2, { userId: 'u' })];
    expect(checksOf([rule(), account], signals).map(({ key }) => key)).toEqual([
      '203.0.113.1',
      'user:u',
    ]);
  });

  it('omits rules that are off or count other kinds', () => {
    const rules = [rule({ mode: 'off' }), rule({ kinds: ['b'] })];
    expect(checksOf(rules, [signal(0)])).toEqual([]);
  });
});
