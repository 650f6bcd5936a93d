import { ApiKeyRateLimiter } from './api-key-rate-limiter.js';

describe(ApiKeyRateLimiter.name, () => {
  it('counts down to the end of the window and then starts over', () => {
    let now = 65;
    const sut = new ApiKeyRateLimiter(60, () => now);
    expect(sut.take('a', 2)).toEqual({ remaining: 1, resetSeconds: 55 });
    expect(sut.take('a', 2)).toEqual({ remaining: 0, resetSeconds: 55 });
    expect(sut.take('a', 2)).toEqual({ remaining: -1, resetSeconds: 55 });
    expect(sut.take('b', 2)).toEqual({ remaining: 1, resetSeconds: 55 });
    now = 119.5;
    expect(sut.read('a', 2)).toEqual({ remaining: -1, resetSeconds: 1 });
    now = 120;
    expect(sut.read('a', 2)).toEqual({ remaining: 2, resetSeconds: 60 });
  });

  it('drops counters instead of exceeding its memory limit', () => {
    const sut = new ApiKeyRateLimiter(60, () => 0);
    for (let n = 0; n <= 100_000; n += 1) sut.take(String(n), 1);
    expect(sut.read('0', 1).remaining).toBe(1);
  });
});
