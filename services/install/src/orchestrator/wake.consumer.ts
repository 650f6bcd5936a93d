import { Controller } from '@nestjs/common';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { Worker } from './worker.js';

/** Only makes it quicker: what is due stands in the database, and every worker looks there by itself. */
@Controller()
export class WakeConsumer {
  constructor(private readonly worker: Worker) {}

  @OnEvent('install.job.requested.v1')
  wake(): Promise<void> {
    this.worker.wake();
    return Promise.resolve();
  }
}
