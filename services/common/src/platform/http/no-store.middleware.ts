import type { NextFunction, Request, Response } from 'express';

/**
 * Forbids browsers and proxies to store responses (RFC 9111, 5.2.2.5) unless the handler says otherwise. Set first,
 * so that refusals are not stored either.
 */
export function noStore(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
