/** Only our own calls need the cookie, so it travels nowhere else. */
const PATH = '/api/auth';
export const REFRESH_COOKIE = 'casement_refresh';

/** What `response.cookie` takes. */
export interface CookieOptions {
  httpOnly: true;
  sameSite: 'strict';
  secure: boolean;
  path: string;
  expires: Date;
}

/** Out of the reach of scripts and of other sites; Secure wherever the product is served by https. */
export function refreshCookie(publicUrl: string, expires: Date): CookieOptions {
  return {
    httpOnly: true,
    sameSite: 'strict',
    secure: new URL(publicUrl).protocol === 'https:',
    path: PATH,
    expires,
  };
}

/** Finds our cookie in a Cookie header. A header with two of them holds none that can be trusted. */
export function readRefreshCookie(header: string | undefined): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([name]) => name === REFRESH_COOKIE)
    .map(([, value]) => value ?? '');
  const [only = ''] = found;
  return found.length === 1 && /^[A-Za-z0-9_-]{43}$/.test(only) ? only : undefined;
}
