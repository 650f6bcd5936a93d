import type { NextFunction, Request, Response } from 'express';
import { runInContext } from '../context/request-context.js';
import { logger } from './logger.js';
import { withoutTokens } from './redaction.js';

const log = logger('http');

/** One line per request, when it ended. The path only, without tokens: a query may carry one too. */
export function requestLog(request: Request, response: Response, next: NextFunction): void {
  const startedAt = process.hrtime.bigint();
  const path = withoutTokens(request.path);
  response.once('close', () => {
    const fields = {
      method: request.method,
      path,
      status: response.statusCode,
      ms: Math.round(Number(process.hrtime.bigint() - startedAt) / 1e4) / 100,
      ip: request.casement?.clientAddress,
      ...(response.writableFinished ? {} : { aborted: true }),
    };
    const level = path.startsWith('/health/') ? 'debug' : 'info';
    // The event comes from the socket, outside of the request's own context.
    const write = () => log[level](fields, 'request');
    if (request.casement) runInContext(request.casement, write);
    else write();
  });
  next();
}
