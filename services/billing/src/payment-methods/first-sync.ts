import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RepeatingJob } from '@casement/common/jobs/repeating-job.js';
import { BillingConfig } from '../config.js';
import { GatewayUnavailable } from '../gateway/gateway.errors.js';
import { PaymentMethodsService } from './payment-methods.service.js';

/** Fetches the payment methods while there are none, in the background: the gateway may be down at our start. */
@Injectable()
export class FirstSync implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly job: RepeatingJob;

  constructor(config: BillingConfig, methods: PaymentMethodsService) {
    this.job = new RepeatingJob('first-sync', config.FIRST_SYNC_INTERVAL_MS, async () => {
      try {
        return (await methods.syncIfNone()) ? 'done' : undefined;
      } catch (error) {
        // The gateway's own part has logged it already.
        if (error instanceof GatewayUnavailable) return undefined;
        throw error;
      }
    });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.job.stop();
  }
}
