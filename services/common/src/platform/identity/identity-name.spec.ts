import { expectService, callerFromSan } from './identity-name.js';

describe(callerFromSan.name, () => {
  it.each([
    ['URI:spiffe://casement/auth', 'auth'],
    ['DNS:auth.casement.svc, URI:spiffe://casement/billing, DNS:billing', 'billing'],
    ['URI:spiffe://casement/auth, URI:spiffe://casement/billing', undefined],
    ['URI:spiffe://casement/auth/more', undefined],
    ['URI:"spiffe://elsewhere/a, URI:spiffe://casement/auth"', undefined],
    ['DNS:spiffe://casement/auth', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %s as %s', (names, service) => {
    expect(callerFromSan(names)).toBe(service);
  });
});

describe(expectService.name, () => {
  it('accepts only the given service', () => {
    const certificate = { subjectaltname: 'URI:spiffe://casement/auth' };
    expect(expectService('auth')('127.0.0.1', certificate)).toBeUndefined();
    expect(expectService('billing')('127.0.0.1', certificate)).toBeInstanceOf(Error);
  });
});
