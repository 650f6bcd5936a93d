import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { AuthConfig } from '../config.js';
import type { IssuedSession } from './sessions.service.js';

/** Only calls below this path need the cookie. */
const PATH = '/api/auth';
const REFRESH_COOKIE = 'casement_refresh';

/** Transports refresh tokens between sessions and browsers. */
@Injectable()
export class SessionCookies {
  constructor(private readonly config: AuthConfig) {}

  read(request: Request): string | undefined {
    return readRefreshCookie(request.headers.cookie);
  }

  set(response: Response, issued: IssuedSession): void {
    const options = refreshCookie(this.config.PUBLIC_URL, issued.expiresAt);
    response.cookie(REFRESH_COOKIE, issued.refreshToken, options);
  }

  clear(response: Response): void {
    response.cookie(REFRESH_COOKIE, '', refreshCookie(this.config.PUBLIC_URL, new Date(0)));
  }
}

/** Cookie options: hidden from scripts and other sites, Secure if the product is served over https. */
export function refreshCookie(publicUrl: string, expires: Date): CookieOptions {
  return {
    httpOnly: true,
    sameSite: 'strict',
    secure: new URL(publicUrl).protocol === 'https:',
    path: PATH,
    expires,
  };
}

/**
 * Reads the token from a Cookie header. Returns `undefined` for two cookies with the name because neither can be
 * trusted.
 */
export function readRefreshCookie(header: string | undefined): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([name]) => name === REFRESH_COOKIE)
    .map(([, value]) => value ?? '');
  const [only = ''] = found;
  return found.length === 1 && /^[A-Za-z0-9_-]{43}$/.test(only) ? only : undefined;
}
