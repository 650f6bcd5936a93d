import type { NextFunction, Request, Response } from 'express';

/**
 * Answers are for who asked: no browser or proxy may keep one (RFC 9111, 5.2.2.5), unless its handler says otherwise.
 * Set first, so that a refusal is not kept either.
 */
export function noStore(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
