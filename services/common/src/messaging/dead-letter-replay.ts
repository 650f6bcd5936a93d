import type { MessageHandler } from '@nestjs/microservices';
import { logger } from '../logging/logger.js';
import type { DeadLetters } from './dead-letters.js';
import { handleEvent, readEvent, UnreadableEvent } from './event-handlers.js';

const log = logger('dead-letters');
const POLL_MS = 2_000;

/** Works the dead letters that somebody asked to replay, in the service that owns their handlers. */
export class DeadLetterReplay {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(
    private readonly letters: DeadLetters,
    private readonly handlerOf: (subject: string) => MessageHandler | undefined,
  ) {}

  start(): void {
    this.timer = setTimeout(() => {
      this.round = this.workAll().finally(() => {
        if (this.timer) this.start();
      });
    }, POLL_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.round;
  }

  private async workAll(): Promise<void> {
    try {
      while (await this.letters.workOne((subject, text) => this.work(subject, text)));
    } catch (err) {
      log.warn({ err }, 'dead letters could not be replayed');
    }
  }

  private async work(subject: string, text: string): Promise<void> {
    const handler = this.handlerOf(subject);
    if (!handler) throw new UnreadableEvent('no handler takes this subject any more');
    await handleEvent(handler, { ...readEvent(text), deliveries: 1 });
    log.info({ subject }, 'dead letter replayed');
  }
}
