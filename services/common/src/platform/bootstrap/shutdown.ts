import type { Server, ServerResponse } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { pause } from '../../core/async/abortable.js';
import { Jobs } from '../../data/jobs/jobs.js';
import { Readiness } from '../health/readiness.js';

/** Requests get this long to finish; then streams without an end are cut. */
const REQUESTS_MS = 5_000;
const IDLE_CHECK_MS = 100;

/**
 * Takes this replica out of rotation while it still answers: readiness fails, so that the gateway chooses another
 * replica, and responses carry `Connection: close`, so that no client reuses a connection that is about to close.
 * Without this a request sent while a connection closes would be lost. Other replicas claim leases from now on; work in
 * progress continues and is handed over only after the wait.
 *
 * @param ms how long the gateway may take to notice
 * @param cut ends the wait
 */
export async function drain(app: INestApplication, ms: number, cut: AbortSignal): Promise<void> {
  app.get(Readiness).add('open', () => {
    throw new Error('stopping');
  });
  (app.getHttpServer() as Server).prependListener('request', (_request, answer: ServerResponse) => {
    answer.setHeader('Connection', 'close');
  });
  app.get(Jobs).drain();
  await pause(ms, cut);
}

/** Stops accepting requests and events, finishes those in progress and closes the pools. */
export async function closeApp(app: INestApplication): Promise<void> {
  const server = app.getHttpServer() as Server;
  // A connection whose last request ends during the shutdown would otherwise be kept alive.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
