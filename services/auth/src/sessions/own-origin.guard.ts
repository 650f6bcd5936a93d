import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AuthConfig } from '../config.js';
import { isOwnOrigin } from '@casement/common/platform/http/cross-site.js';
import { CrossSiteRequest } from '@casement/common/platform/http/cross-site.middleware.js';

/** Refuses calls from other origins that would act on the refresh cookie. */
@Injectable()
export class OwnOriginGuard implements CanActivate {
  constructor(private readonly config: AuthConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { origin } = context.switchToHttp().getRequest<Request>().headers;
    if (!isOwnOrigin(this.config.PUBLIC_URL, origin)) throw new CrossSiteRequest();
    return true;
  }
}
