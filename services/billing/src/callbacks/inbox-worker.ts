import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RepeatingJob } from '@casement/common/jobs/repeating-job.js';
import { BillingConfig } from '../config.js';
import { CallbacksService } from './callbacks.service.js';

/** Works the inbox of callbacks: after a crash, and what failed when it came. */
@Injectable()
export class InboxWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly job: RepeatingJob;

  constructor(config: BillingConfig, callbacks: CallbacksService) {
    this.job = new RepeatingJob('callback-inbox', config.CALLBACK_INBOX_INTERVAL_MS, (stop) =>
      callbacks.workInbox(stop),
    );
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.job.stop();
  }
}
