import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AuthConfig } from '../config.js';
import { isOwnOrigin } from './own-origin.js';
import { sessionErrors } from './sessions.errors.js';

/**
 * For calls that begin a session. A foreign page could post a form with its owner's credentials and
 * so plant its own refresh cookie: the visitor would go on, unnoticed, in the attacker's account and
 * enter their server's password there. Programs that are no browser send no Origin and may call.
 */
@Injectable()
export class NoForeignPageGuard implements CanActivate {
  constructor(private readonly config: AuthConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { origin } = context.switchToHttp().getRequest<Request>().headers;
    if (origin !== undefined && !isOwnOrigin(this.config.PUBLIC_URL, origin)) {
      throw sessionErrors.foreignOrigin();
    }
    return true;
  }
}
