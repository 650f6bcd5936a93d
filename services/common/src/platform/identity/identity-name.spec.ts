import { mustBe, serviceNamed } from './identity-name.js';

describe(serviceNamed.name, () => {
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
    expect(serviceNamed(names)).toBe(service);
  });
});

describe(mustBe.name, () => {
  it('accepts only the given service', () => {
    const certificate = { subjectaltname: 'URI:spiffe://casement/auth' };
    expect(mustBe('auth')('127.0.0.1', certificate)).toBeUndefined();
    expect(mustBe('billing')('127.0.0.1', certificate)).toBeInstanceOf(Error);
  });
});
