import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuthConfig } from '../config.js';
import { readRefreshCookie, REFRESH_COOKIE, refreshCookie } from './refresh-cookie.js';
import type { IssuedSession } from './sessions.service.js';

/** Carries refresh tokens between sessions and browsers. */
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
