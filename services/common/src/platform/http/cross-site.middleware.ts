import type { NextFunction, Request, Response } from 'express';
import { answerWithError } from './answer-with-error.js';
import { DomainError } from '../../core/errors/domain-error.js';
import { isCrossSiteRequest } from './cross-site.js';

/** Paths called by pages or programs. Pages and files can be linked from anywhere. */
const CALLS = /^\/(api|images)\//i;

/** 403: a page of another site made a browser send the request. It had no effect and is not counted. */
export class CrossSiteRequest extends DomainError {
  constructor() {
    super('forbidden', 'FORBIDDEN', 'This request is only for our own pages.', {
      logLevel: 'debug',
    });
  }
}

/**
 * Refuses requests that a page of another site makes its visitors' browsers send, before they have an effect, use up
 * a limit or test a secret. Otherwise that page could get its visitors blocked (by requests that look like guessing
 * or scanning), or sign them in to an account of the attacker, in which they then enter their server's password.
 */
export function crossSiteMiddleware(publicUrl: string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!CALLS.test(request.path) || !isCrossSiteRequest(publicUrl, request.headers)) return next();
    answerWithError(new CrossSiteRequest(), request, response);
  };
}
