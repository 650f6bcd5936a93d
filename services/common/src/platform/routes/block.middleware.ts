import type { NextFunction, Request, Response } from 'express';
import type { HttpRoute } from './routes.js';
import { AddressBlocked, answerWithError } from '../http/answer-with-error.js';
import { DomainError } from '../../core/errors/domain-error.js';
import { isInternalRequest } from '../http/request-facts.js';
import type { EdgeState } from '../../messaging/edge/edge-state.js';

/** 503 until the block list has been loaded. */
class NotReadyYet extends DomainError {
  constructor() {
    super('unavailable', 'UNAVAILABLE', 'The service is starting. Please try again.', {
      logLevel: 'info',
      retryAfterSeconds: 1,
    });
  }
}

/**
 * Rejects blocked addresses before a body is read or a token is checked. Requests for routes that verify other
 * credentials (agents, signed callbacks) are let through.
 *
 * @param supportEmail contact for blocked users; '' if not configured
 */
export function blockMiddleware(
  edge: EdgeState,
  routes: readonly HttpRoute[],
  supportEmail: string,
) {
  const passing = routes.filter((route) => route.skipsIpBlock);
  return (request: Request, response: Response, next: NextFunction): void => {
    const context = request.casement;
    const until = context?.clientAddress ? edge.blockExpiryOf(context.clientAddress) : undefined;
    if (until === undefined && edge.ready) return next();
    if (isInternalRequest(request)) return next();
    const notice = { until: until ?? null, supportEmail };
    if (passing.some((route) => route.matches(request.method, request.path))) {
      if (context && until !== undefined) Object.assign(context, { addressBlocked: notice });
      return next();
    }
    const refusal = until === undefined ? new NotReadyYet() : new AddressBlocked(notice);
    answerWithError(refusal, request, response);
  };
}
