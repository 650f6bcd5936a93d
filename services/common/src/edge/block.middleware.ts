import type { NextFunction, Request, Response } from 'express';
import type { HttpRoute } from '../bootstrap/routes.js';
import { AddressBlocked, answerWithError } from '../errors/answer-with-error.js';
import type { EdgeState } from './edge-state.js';

/**
 * Turns blocked addresses away before a body is read or a token checked. Routes that check a
 * credential of their own (agents, signed callbacks) are left to do so.
 */
export function blockMiddleware(edge: EdgeState, routes: readonly HttpRoute[]) {
  const passing = routes.filter((route) => route.passesBlocks);
  return (request: Request, response: Response, next: NextFunction): void => {
    const context = request.casement;
    if (!context?.clientAddress || !edge.isBlocked(context.clientAddress)) return next();
    // The probes of the orchestrator and our own processes; the gateway does not route these.
    if (/^\/(health|internal)\//.test(request.path)) return next();
    if (passing.some((route) => route.matches(request.method, request.path))) {
      Object.assign(context, { addressBlocked: true });
      return next();
    }
    answerWithError(new AddressBlocked(), request, response);
  };
}
