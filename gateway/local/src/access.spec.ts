import { readFileSync } from 'node:fs';
import { kongError, rateLimiter } from './access.js';

describe(rateLimiter.name, () => {
  const HOUR = 3600 * 500_000;
  const limiter = () =>
    rateLimiter({ minute: 2, hour: 3, limit_by: 'ip', policy: 'local', error_message: '' });

  it('counts per address and reports the window with the fewest remaining requests', () => {
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

  it('aligns windows to the clock, not to the first call', () => {
    const take = limiter();
    take('a', HOUR + 59);
    take('a', HOUR + 59);
    expect(take('a', HOUR + 59.5)).toMatchObject({
      allowed: false,
      headers: { 'retry-after': 1, 'ratelimit-remaining': 0 },
    });
    expect(take('a', HOUR + 60).allowed).toBe(true);
  });

  it('does not count a rejected call in any window', () => {
    const take = limiter();
    for (let i = 0; i < 10; i++) take('a', HOUR);
    expect(take('a', HOUR + 60).allowed).toBe(true);
    expect(take('a', HOUR + 120).allowed).toBe(false);
    expect(take('a', HOUR + 3600).allowed).toBe(true);
  });
});

describe(kongError.name, () => {
  it('formats errors in our envelope', () => {
    const { body, headers } = kongError(404, 'no Route matched with those values');
    expect(headers['content-length']).toBe(Buffer.byteLength(body));
    expect(JSON.parse(body)).toEqual({
      success: false,
      message: 'no Route matched with those values',
      code: 'GATEWAY_ERROR',
    });
  });

  it('has exactly one message placeholder in the error template, as Kong requires', () => {
    const template = readFileSync(new URL('../../error.json', import.meta.url), 'utf8');
    expect(template.match(/%/g)).toEqual(['%']);
    expect(template).toContain('"%s"');
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

  it('returns JSON without an Accept header', () => {
    for (const status of [400, 404, 502, 504])
      expect(kongError(status, 'x').headers['content-type']).toBe(
        'application/json; charset=utf-8',
      );
  });
});
