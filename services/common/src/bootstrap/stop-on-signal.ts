import type { INestApplication } from '@nestjs/common';
import { logger } from '../logging/logger.js';
import { closeApp } from './close-app.js';

const log = logger('bootstrap');
/** Under the 30 s that an orchestrator waits before it kills. */
const ALL_MS = 20_000;

/** SIGTERM and SIGINT: `closeApp`, then exit 0. What is not done in time ends with exit 1. */
export function stopOnSignal(app: INestApplication): void {
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), ALL_MS).unref();
    closeApp(app).then(
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
