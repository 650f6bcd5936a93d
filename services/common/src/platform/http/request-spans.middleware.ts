import { context, SpanKind, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import { isEventStream, isInternalRequest, methodOf, routeOf } from './request-facts.js';
import { markFailed, startSpan } from '../../core/tracing/spans.js';

/**
 * Records one span per request, named by its route pattern. Excludes event streams, which last as long as the client
 * reads.
 */
export function requestSpans(request: Request, response: Response, next: NextFunction): void {
  if (isInternalRequest(request)) return next();
  const method = methodOf(request);
  const span = startSpan(method, { kind: SpanKind.SERVER });
  response.once('close', () => {
    if (isEventStream(response)) return;
    const route = routeOf(request);
    span.updateName(`${method} ${route}`);
    span.setAttributes({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': response.statusCode,
    });
    if (response.statusCode >= 500) markFailed(span, String(response.statusCode));
    span.end();
  });
  context.with(trace.setSpan(context.active(), span), next);
}
