import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { AuthConfig } from '../config.js';
import type { IssuedSession } from './sessions.service.js';

/** The browser sends the cookie only to paths below this one; no other call needs it. */
const PATH = '/api/auth';
const PLAIN_NAME = 'casement_refresh';
/** Browsers accept this prefix only from https, so that no http page of the domain can plant the cookie. */
const SECURE_NAME = `__Secure-${PLAIN_NAME}`;

/** Reads and writes the cookie that holds a browser's refresh token. */
@Injectable()
export class SessionCookies {
  constructor(private readonly config: AuthConfig) {}

  /** Also reads the name of 0.1.0, so that the upgrade signs nobody out. */
  read({ headers }: Request): string | undefined {
    const plain = readRefreshCookie(headers.cookie, PLAIN_NAME);
    return this.isSecure ? (readRefreshCookie(headers.cookie, SECURE_NAME) ?? plain) : plain;
  }

  set(response: Response, { refreshToken, expiresAt }: IssuedSession): void {
    this.write(response, refreshToken, expiresAt);
  }

  clear(response: Response): void {
    this.write(response, '', new Date(0));
  }

  private write(response: Response, value: string, expires: Date): void {
    const { PUBLIC_URL } = this.config;
    if (this.isSecure) {
      response.cookie(SECURE_NAME, value, refreshCookie(PUBLIC_URL, expires));
      response.cookie(PLAIN_NAME, '', refreshCookie(PUBLIC_URL, new Date(0)));
    } else response.cookie(PLAIN_NAME, value, refreshCookie(PUBLIC_URL, expires));
  }

  private get isSecure(): boolean {
    return isHttps(this.config.PUBLIC_URL);
  }
}

/**
 * Returns the cookie options: not readable by scripts, not sent by other sites, Secure if the product is served over
 * https.
 */
export function refreshCookie(publicUrl: string, expires: Date): CookieOptions {
  return {
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps(publicUrl),
    path: PATH,
    expires,
  };
}

const isHttps = (url: string): boolean => new URL(url).protocol === 'https:';

/**
 * Reads the token from a Cookie header. Returns `undefined` if the header has two cookies with this name, because it
 * is unknown which one we set.
 */
export function readRefreshCookie(header: string | undefined, cookie: string): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([name]) => name === cookie)
    .map(([, value]) => value ?? '');
  const [only = ''] = found;
  return found.length === 1 && /^[A-Za-z0-9_-]{43}$/.test(only) ? only : undefined;
}
