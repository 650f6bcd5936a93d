import type { MessageHandler } from '@nestjs/microservices';
import type { Jobs } from '../../data/jobs/jobs.js';
import { logger } from '../../core/logging/logger.js';
import type { DeadLetters } from './dead-letters.js';
import { handleEvent, readEvent, UnreadableEvent } from '../event-handlers.js';

const log = logger('dead-letters');
const POLL_MS = 2_000;

/** Replays requested dead letters. Runs in the service that has the handlers of these events. */
export class DeadLetterReplay {
  constructor(
    private readonly deadLetters: DeadLetters,
    private readonly handlerOf: (subject: string) => MessageHandler | undefined,
    jobs: Jobs,
  ) {
    jobs.every('dead-letters.replay', POLL_MS, (stop) => this.replayAll(stop));
  }

  private async replayAll(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      if (!(await this.deadLetters.replayOne((subject, text) => this.replay(subject, text))))
        return;
    }
  }

  private async replay(subject: string, text: string): Promise<void> {
    const handler = this.handlerOf(subject);
    if (!handler) throw new UnreadableEvent('no handler takes this subject any more');
    await handleEvent(handler, { ...readEvent(text), deliveries: 1 });
    log.info({ subject }, 'dead letter replayed');
  }
}
