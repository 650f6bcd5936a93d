import { kongError, rateLimiter } from './access.js';

describe(rateLimiter.name, () => {
  const HOUR = 3600 * 500_000;
  const limiter = () => rateLimiter({ minute: 2, hour: 3, limit_by: 'ip', policy: 'local' });

  it('counts per address and reports the window with least left', () => {
    const take = limiter();
    const { headers } = take('a', HOUR + 10);
    expect(headers).toMatchObject({
      'x-ratelimit-limit-minute': 2,
      'x-ratelimit-remaining-minute': 1,
      'x-ratelimit-limit-hour': 3,
      'x-ratelimit-remaining-hour': 2,
      'ratelimit-limit': 2,
      'ratelimit-remaining': 1,
      'ratelimit-reset': 50,
    });
    expect(take('b', HOUR + 10).headers['ratelimit-remaining']).toBe(1);
  });

  it('begins anew with the clock, not with the first call', () => {
    const take = limiter();
    take('a', HOUR + 59);
    take('a', HOUR + 59);
    expect(take('a', HOUR + 59.5)).toMatchObject({
      allowed: false,
      headers: { 'retry-after': 1, 'ratelimit-remaining': 0 },
    });
    expect(take('a', HOUR + 60).allowed).toBe(true);
  });

  it('does not count a refused call in any window', () => {
    const take = limiter();
    for (let i = 0; i < 10; i++) take('a', HOUR);
    expect(take('a', HOUR + 60).allowed).toBe(true);
    expect(take('a', HOUR + 120).allowed).toBe(false);
    expect(take('a', HOUR + 3600).allowed).toBe(true);
  });
});

describe(kongError.name, () => {
  it('is 52 bytes of JSON for an unknown path', () => {
    const { body } = kongError(404, 'no Route matched with those values');
    expect(Buffer.byteLength(body)).toBe(52);
  });

  it.each([
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html'],
    ['text/plain', 'text/plain'],
    ['application/xml;q=0.9', 'application/xml'],
    ['*/*', 'application/json'],
    ['constructor', 'application/json'],
  ])('follows Accept: %s', (accept, type) =>
    expect(kongError(502, 'x', accept).headers['content-type']).toBe(`${type}; charset=utf-8`),
  );

  it('is plain text for a 502 when nothing was asked for, else JSON', () => {
    expect(kongError(502, 'x').body).toBe('x\n');
    expect(kongError(503, 'x').body).toBe('{\n  "message":"x"\n}');
  });
});
