import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { logger } from '@casement/common/core/logging/logger.js';
import { isBinanceConfigured } from '../payment-providers/binance/is-configured.js';
import { BillingConfig } from '../config.js';
import { PaymentMethodsService } from '../payment-methods/payment-methods.service.js';
import { BPAY } from '../topups/topup.entity.js';
import { BPAY_ICON } from './bpay-icon.js';

const log = logger('bpay');

/** No provider lists Binance Pay, so it is ours to make; from then on it is the administrator's. */
@Injectable()
export class BpaySeed implements OnApplicationBootstrap {
  constructor(
    private readonly config: BillingConfig,
    private readonly methods: PaymentMethodsService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!isBinanceConfigured(this.config)) return;
    const isNew = await this.methods.seed({
      code: BPAY,
      provider: 'binance',
      name: 'Binance Pay',
      type: 'crypto',
      groupName: 'Crypto',
      iconUrl: BPAY_ICON,
      // After all that the gateway offers.
      position: 10_000,
    });
    if (isNew) log.info({ code: BPAY }, 'payment method seeded');
  }
}
