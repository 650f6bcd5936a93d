import type { NextFunction, Request, Response } from 'express';
import { isEventStream, isInternalRequest, methodOf, routeOf } from '../http/request-facts.js';
import type { Metrics } from '../../core/metrics/metrics.js';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Status for a client that disconnected before the response, as used by nginx. */
const ABORTED = '499';

/**
 * Measures every request, labelled with its route pattern (`/api/user/topup/:id`) or `none`, so that no caller can
 * create new labels. Excludes event streams, which last as long as the client reads.
 */
export function requestMetrics(metrics: Metrics) {
  const seconds = metrics.histogram({
    name: 'casement_http_request_seconds',
    help: 'Response time by method, route and status; 499 if the client disconnected.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    if (isInternalRequest(request)) return next();
    const startedAt = process.hrtime.bigint();
    response.once('close', () => {
      if (isEventStream(response)) return;
      const status = response.writableFinished ? String(response.statusCode) : ABORTED;
      const labels = { method: methodOf(request), route: routeOf(request), status };
      seconds.observe(labels, Number(process.hrtime.bigint() - startedAt) / 1e9);
    });
    next();
  };
}
