import { readRefreshCookie, refreshCookie } from './session-cookies.js';

const token = 'a'.repeat(43);

describe(refreshCookie.name, () => {
  const expires = new Date();

  it('sets HttpOnly, SameSite=Strict and the path /api/auth', () => {
    expect(refreshCookie('http://localhost:8080', expires)).toEqual({
      httpOnly: true,
      sameSite: 'strict',
      secure: false,
      path: '/api/auth',
      expires,
    });
  });

  it('sets Secure for https', () => {
    expect(refreshCookie('https://casement.example', expires).secure).toBe(true);
  });
});

describe(readRefreshCookie.name, () => {
  it.each([
    [`casement_refresh=${token}`, token],
    [`a=b; casement_refresh=${token}; c=d`, token],
    [`casement_refresh=${token}; casement_refresh=${'b'.repeat(43)}`, undefined],
    ['casement_refresh=', undefined],
    ['casement_refresh=short', undefined],
    [`other_casement_refresh=${token}`, undefined],
    [undefined, undefined],
  ])('reads the header %s', (header, expected) => {
    expect(readRefreshCookie(header)).toBe(expected);
  });
});
