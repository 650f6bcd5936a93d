import type { NextFunction, Request, Response } from 'express';
import { answerWithError } from './answer-with-error.js';
import { DomainError } from '../../core/errors/domain-error.js';
import { isCrossSiteRequest } from './cross-site.js';

/** Paths that only our pages and programs call. Any site may link to all other paths. */
const CALLS = /^\/(api|images)\//i;

/**
 * 403 for a request that another site's page made a browser send. It has no effect and does not count toward any
 * limit.
 */
export class CrossSiteRequest extends DomainError {
  constructor() {
    super('forbidden', 'FORBIDDEN', 'This request is only for our own pages.', {
      logLevel: 'debug',
    });
  }
}

/**
 * Refuses requests that a page of another site makes its visitors' browsers send, before they have an effect, count
 * toward a limit or test a secret. Such a page could otherwise get its visitors' addresses blocked (by requests that
 * look like guessing or scanning), or sign them in to the attacker's account, where they would enter their server's
 * password.
 */
export function crossSiteMiddleware(publicUrl: string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!CALLS.test(request.path) || !isCrossSiteRequest(publicUrl, request.headers)) return next();
    answerWithError(new CrossSiteRequest(), request, response);
  };
}
