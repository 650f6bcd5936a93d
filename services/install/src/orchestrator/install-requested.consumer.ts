import { Controller } from '@nestjs/common';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { Worker } from './worker.js';

/** Only shortens the wait: every worker also polls the database for due installs. */
@Controller()
export class InstallRequestedConsumer {
  constructor(private readonly worker: Worker) {}

  @OnEvent('install.job.requested.v1')
  onRequested(): Promise<void> {
    this.worker.notify();
    return Promise.resolve();
  }
}
