import { isRetryable } from './forward.js';

const failure = (code: string, syscall?: string) =>
  Object.assign(new Error(code), { code, syscall });

describe(isRetryable.name, () => {
  it.each(['GET', 'DELETE', 'POST', 'PATCH'])('retries a %s that found no connection', (method) => {
    expect(isRetryable(method, failure('ECONNREFUSED', 'connect'))).toBe(true);
    expect(isRetryable(method, failure('EHOSTUNREACH', 'connect'))).toBe(true);
    expect(isRetryable(method, failure('UND_ERR_CONNECT_TIMEOUT'))).toBe(true);
  });

  it.each([
    ['GET', true],
    ['HEAD', true],
    ['PUT', true],
    ['DELETE', true],
    ['POST', false],
    ['PATCH', false],
  ])('for a %s whose connection was closed by the peer returns %s', (method, repeats) => {
    for (const code of ['UND_ERR_SOCKET', 'ECONNRESET', 'UND_ERR_HEADERS_TIMEOUT'])
      expect(isRetryable(method, failure(code, 'read'))).toBe(repeats);
  });

  it('does not retry errors that another address would not fix', () => {
    expect(isRetryable('GET', failure('ENOTFOUND', 'getaddrinfo'))).toBe(false);
    expect(isRetryable('GET', failure('UND_ERR_INVALID_ARG'))).toBe(false);
  });
});
