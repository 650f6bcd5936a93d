import type { NextFunction, Request, Response } from 'express';

/**
 * Forbids browsers and proxies to store responses (RFC 9111, 5.2.2.5) unless the handler overrides the header. Set
 * first, so that it applies to refusals too.
 */
export function noStore(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
