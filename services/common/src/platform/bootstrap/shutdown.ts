import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';

/** Requests get this long to finish; then streams without an end are cut. */
const REQUESTS_MS = 5_000;
const IDLE_CHECK_MS = 100;

/** Takes no more requests and events, finishes those under way, closes the pools. */
export async function closeApp(app: INestApplication): Promise<void> {
  const server = app.getHttpServer() as Server;
  // A connection whose last request ends only now would be kept alive, and keep us.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
