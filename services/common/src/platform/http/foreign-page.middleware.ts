import type { NextFunction, Request, Response } from 'express';
import { answerWithError } from './answer-with-error.js';
import { DomainError } from '../../core/errors/domain-error.js';
import { isFromForeignPage } from './foreign-page.js';

/** What pages, or programs, call. Pages and files stay open to links from anywhere. */
const CALLS = /^\/(api|images)\//i;

/** 403: a page of another site made a browser send the call. Nothing was done, and it is not counted. */
export class ForeignPage extends DomainError {
  constructor() {
    super('forbidden', 'FORBIDDEN', 'This request is only for our own pages.', {
      logLevel: 'debug',
    });
  }
}

/**
 * Refuses what a page of another site makes its visitors' browsers send, before it has an effect, uses up a limit or
 * tests a secret. Otherwise that page could get its visitors blocked (by calls that look like guessing or scanning),
 * or sign them in to an account of its own, in which they then enter their server's password.
 */
export function foreignPageMiddleware(publicUrl: string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!CALLS.test(request.path) || !isFromForeignPage(publicUrl, request.headers)) return next();
    answerWithError(new ForeignPage(), request, response);
  };
}
