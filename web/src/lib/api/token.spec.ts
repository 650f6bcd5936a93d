import { accessToken } from './token.js';

const tokenOf = (claims: unknown) => `e30.${btoa(JSON.stringify(claims))}.c2ln`;

describe('access token', () => {
  it('reports the administrator claim', () => {
    accessToken.set(tokenOf({ admin: 1 }));
    expect(accessToken.isOfAdministrator()).toBe(true);
  });

  it.each([tokenOf({ admin: 0 }), tokenOf({}), tokenOf(null), tokenOf(1), 'token', 'a.b.c', ''])(
    'is not an administrator’s: %s',
    (token) => {
      accessToken.set(token);
      expect(accessToken.isOfAdministrator()).toBe(false);
    },
  );

  it('is not an administrator’s if absent', () => {
    expect(accessToken.isOfAdministrator()).toBe(false);
  });
});
