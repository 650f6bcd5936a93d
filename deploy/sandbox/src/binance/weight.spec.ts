import { Weight } from './weight.js';

describe(Weight.name, () => {
  const minute = 60_000;

  it('allows 60 calls a minute', () => {
    const weight = new Weight();
    const verdicts = Array.from({ length: 61 }, () => weight.spend(minute + 10_000));
    expect(verdicts[59]).toMatchObject({ allowed: true, used: 180_000 });
    expect(verdicts[60]).toMatchObject({ allowed: false, status: 429, retryAfterSeconds: 50 });
    expect(weight.spend(2 * minute).allowed).toBe(true);
  });

  it('bans a caller that ignores refusals', () => {
    const weight = new Weight();
    const verdicts = Array.from({ length: 71 }, () => weight.spend(minute));
    expect(verdicts[70]).toMatchObject({ allowed: false, status: 418 });
  });
});
