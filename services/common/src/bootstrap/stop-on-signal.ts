import type { INestApplication } from '@nestjs/common';
import { logger } from '../logging/logger.js';
import { closeApp } from './close-app.js';
import { drain } from './drain.js';

const log = logger('bootstrap');
/** With the drain under the 30 s that an orchestrator waits before it kills. */
const ALL_MS = 20_000;

/**
 * SIGTERM and SIGINT: `drain`, `closeApp`, then exit 0; a second one ends the drain at once. What is not
 * done in time ends with exit 1.
 */
export function stopOnSignal(app: INestApplication, drainMs: number): void {
  const cut = new AbortController();
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return cut.abort();
    stopping = true;
    log.info({ signal, drainMs }, 'stopping');
    setTimeout(() => process.exit(1), drainMs + ALL_MS).unref();
    drain(app, drainMs, cut.signal)
      .then(() => closeApp(app))
      .then(
        () => process.exit(0),
        (err: unknown) => {
          log.error({ err }, 'did not stop cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
