import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { internalRoutes } from '@casement/proto/http/internal.routes.js';
import { pause } from '../../core/async/abortable.js';
import { Jobs } from '../../data/jobs/jobs.js';

/** Time that requests have to finish before all connections are closed, including endless streams. */
const REQUESTS_MS = 5_000;
const IDLE_CHECK_MS = 100;

/**
 * Takes this replica out of rotation while it still serves requests, because Kong could otherwise send a POST on an
 * idle connection at the moment it closes, and nginx never repeats a POST. Responses carry `Connection: close`, so
 * that no client reuses a connection that is about to close. Readiness checks lose their connection instead of
 * getting a 503, because Kong takes a replica out after one lost check, but only after 30 s of 503
 * (gateway/README.md, "Replicas"). From now on other replicas claim the leases; work in progress continues and is
 * handed over only after the wait.
 *
 * @param ms time for the gateway to notice, longer than the interval of its checks
 * @param cut ends the wait
 */
export async function drain(app: INestApplication, ms: number, cut: AbortSignal): Promise<void> {
  (app.getHttpServer() as Server).prependListener(
    'request',
    (request: IncomingMessage, response: ServerResponse) => {
      if (request.url === internalRoutes.ready.path) request.destroy();
      else response.setHeader('Connection', 'close');
    },
  );
  app.get(Jobs).drain();
  await pause(ms, cut);
}

/** Stops accepting requests and events, finishes those in progress and closes the pools. */
export async function closeApp(app: INestApplication): Promise<void> {
  const server = app.getHttpServer() as Server;
  // Closes each connection as soon as its last request ends; it would otherwise be kept alive.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
