import type { Request, Response } from 'express';
import type { AuthConfig } from '../config.js';
import { readRefreshCookie, refreshCookie, SessionCookies } from './session-cookies.js';

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
    expect(readRefreshCookie(header, 'casement_refresh')).toBe(expected);
  });
});

describe(SessionCookies.name, () => {
  const browser = (PUBLIC_URL: string) => {
    const cookies = new SessionCookies({ PUBLIC_URL } as AuthConfig);
    const written: string[] = [];
    const response = {
      cookie: (name: string, value: string) => written.push(`${name}=${value}`),
    } as unknown as Response;
    const read = (cookie: string) => cookies.read({ headers: { cookie } } as Request);
    return { cookies, response, written, read };
  };
  const issued = { accessToken: '', refreshToken: token, expiresAt: new Date() };

  it('names the cookie __Secure- for https and removes the one of 0.1.0', () => {
    const { cookies, response, written } = browser('https://casement.example');
    cookies.set(response, issued);
    expect(written).toEqual([`__Secure-casement_refresh=${token}`, 'casement_refresh=']);
  });

  it('prefers the __Secure- cookie for https and accepts the one of 0.1.0', () => {
    const { read } = browser('https://casement.example');
    const old = `casement_refresh=${'b'.repeat(43)}`;
    expect(read(`${old}; __Secure-casement_refresh=${token}`)).toBe(token);
    expect(read(old)).toBe('b'.repeat(43));
  });

  it('uses the plain name for http, from which browsers refuse the prefix', () => {
    const { cookies, response, written, read } = browser('http://localhost:8080');
    cookies.set(response, issued);
    expect(written).toEqual([`casement_refresh=${token}`]);
    expect(read(`__Secure-casement_refresh=${token}`)).toBeUndefined();
  });
});
