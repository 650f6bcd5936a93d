import type { Server, ServerResponse } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { Readiness } from '../health/readiness.js';
import { Jobs } from '../../data/jobs/jobs.js';
import { pause } from '../../core/async/abortable.js';

/**
 * Announces that this replica goes, and meanwhile answers all that still comes: not ready any more, so that
 * the gateway chooses another one, and `Connection: close`, so that no client keeps a connection which is
 * about to go. Without this a request is lost that was sent just when the connection was closed. Leases are claimed
 * by the other replicas from now on; what is under way goes on, and is given back only when the wait is over.
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
