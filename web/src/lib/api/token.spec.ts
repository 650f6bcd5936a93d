import { accessToken } from './token.js';

const tokenOf = (claims: unknown) => `e30.${btoa(JSON.stringify(claims))}.c2ln`;

describe('the access token', () => {
  it('shows whether it is an administrator’s', () => {
    accessToken.set(tokenOf({ admin: 1 }));
    expect(accessToken.isOfAdministrator()).toBe(true);
  });

  it.each([tokenOf({ admin: 0 }), tokenOf({}), tokenOf(null), tokenOf(1), 'token', 'a.b.c', ''])(
    'is no administrator’s: %s',
    (token) => {
      accessToken.set(token);
      expect(accessToken.isOfAdministrator()).toBe(false);
    },
  );

  it('is no administrator’s where there is none', () => {
    expect(accessToken.isOfAdministrator()).toBe(false);
  });
});
