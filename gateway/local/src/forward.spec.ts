import { isWorthRepeating } from './forward.js';

const failure = (code: string, syscall?: string) =>
  Object.assign(new Error(code), { code, syscall });

describe(isWorthRepeating.name, () => {
  it.each(['GET', 'DELETE', 'POST', 'PATCH'])('repeats a %s that found no connection', (method) => {
    expect(isWorthRepeating(method, failure('ECONNREFUSED', 'connect'))).toBe(true);
    expect(isWorthRepeating(method, failure('EHOSTUNREACH', 'connect'))).toBe(true);
    expect(isWorthRepeating(method, failure('UND_ERR_CONNECT_TIMEOUT'))).toBe(true);
  });

  it.each([
    ['GET', true],
    ['HEAD', true],
    ['PUT', true],
    ['DELETE', true],
    ['POST', false],
    ['PATCH', false],
  ])('of a %s whose connection was closed under it: %s', (method, repeats) => {
    for (const code of ['UND_ERR_SOCKET', 'ECONNRESET', 'UND_ERR_HEADERS_TIMEOUT'])
      expect(isWorthRepeating(method, failure(code, 'read'))).toBe(repeats);
  });

  it('leaves alone what another address would not mend', () => {
    expect(isWorthRepeating('GET', failure('ENOTFOUND', 'getaddrinfo'))).toBe(false);
    expect(isWorthRepeating('GET', failure('UND_ERR_INVALID_ARG'))).toBe(false);
  });
});
