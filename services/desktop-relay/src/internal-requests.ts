import type { RequestListener } from 'node:http';
import type { Metrics } from '@casement/common/core/metrics/metrics.js';
import { internalRoutes } from '@casement/proto/http/internal.routes.js';

/** Serves health and metrics. All other requests get a 404. */
export function internalRequests(metrics: Metrics, isOpen: () => boolean): RequestListener {
  const answers: Record<string, () => Promise<Answer> | Answer> = {
    [internalRoutes.live.path]: () => json(200, { status: 'ok' }),
    [internalRoutes.ready.path]: () =>
      isOpen()
        ? json(200, { status: 'ok', checks: { open: 'ok' } })
        : json(503, { status: 'not ready', checks: { open: 'failed' } }),
    [internalRoutes.metrics.path]: async () => ({
      status: 200,
      type: metrics.contentType,
      body: await metrics.text(),
    }),
  };
  return (request, response) => {
    // A request body is not read, so the connection must be closed after the response.
    if (request.method !== 'GET' || !isOpen()) response.setHeader('Connection', 'close');
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined;
    void Promise.resolve(answer?.() ?? json(404, { status: 'not found' })).then(
      ({ status, type, body }) =>
        response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body),
      () => response.destroy(),
    );
  };
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});
