import type { NextFunction, Request, Response } from 'express';
import { logRequest } from '../../core/logging/logger.js';
import { withoutTokens } from '../../core/logging/redaction.js';

/**
 * Writes one log line per finished request. Logs only the path without tokens, because a query may contain one too.
 */
export function requestLog(request: Request, response: Response, next: NextFunction): void {
  const startedAt = performance.now();
  const path = withoutTokens(request.path);
  response.once('close', () => {
    const context = request.casement;
    const fields = {
      component: 'http',
      correlationId: context?.correlationId,
      userId: context?.actor?.userId,
      apiKeyId: context?.actor?.apiKeyId,
      method: request.method,
      path,
      status: response.statusCode,
      ms: Math.round((performance.now() - startedAt) * 100) / 100,
      ip: context?.clientAddress,
      ...(response.writableFinished ? {} : { aborted: true as const }),
    } as const;
    logRequest(path.startsWith('/health/') ? 'debug' : 'info', fields, 'request');
  });
  next();
}
