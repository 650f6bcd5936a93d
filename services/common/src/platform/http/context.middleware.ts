import type { NextFunction, Request, Response } from 'express';
import { acceptedLanguage } from '@casement/proto/language.js';
import type { ClientAddresses } from '../../core/context/client-address.js';
import { CORRELATION_HEADER, correlationIdFrom } from '../../core/context/correlation-id.js';
import { runInContext, type RequestContext } from '../../core/context/request-context.js';

declare module 'node:http' {
  interface IncomingMessage {
    /** Same object as `currentContext()`, for code that only has the request. */
    casement?: RequestContext;
  }
}

/** Runs before all other middleware: creates the request's context and returns its correlation id. */
export function contextMiddleware(addresses: ClientAddresses) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const address = addresses.of(request);
    const userAgent = request.headers['user-agent'];
    const language = acceptedLanguage(request.headers['accept-language']);
    const context: RequestContext = {
      correlationId: correlationIdFrom(request.headers[CORRELATION_HEADER]),
      ...(address ? { clientAddress: address } : {}),
      ...(userAgent ? { userAgent } : {}),
      ...(language ? { language } : {}),
    };
    request.casement = context;
    response.setHeader('X-Request-Id', context.correlationId);
    runInContext(context, next);
  };
}
