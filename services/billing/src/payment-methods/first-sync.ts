import { Injectable } from '@nestjs/common';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { BillingConfig } from '../config.js';
import { GatewayUnavailable } from '../payment-providers/gateway.errors.js';
import { PaymentMethodsService } from './payment-methods.service.js';

/** Fetches the payment methods while there are none, in the background: the gateway may be down at our start. */
@Injectable()
export class FirstSync {
  constructor(config: BillingConfig, jobs: Jobs, methods: PaymentMethodsService) {
    jobs.every('first-sync', config.FIRST_SYNC_INTERVAL_MS, async () => {
      try {
        return (await methods.syncIfNone()) ? 'done' : undefined;
      } catch (error) {
        // The gateway's own part has logged it already.
        if (error instanceof GatewayUnavailable) return undefined;
        throw error;
      }
    });
  }
}
