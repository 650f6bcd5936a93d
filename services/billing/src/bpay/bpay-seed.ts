import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { logger } from '@casement/common/core/logging/logger.js';
import { BillingConfig, isBinanceConfigured } from '../config.js';
import { PaymentMethodsService } from '../payment-methods/payment-methods.service.js';
import { BPAY } from '../payment-providers/payment-provider.js';

const log = logger('bpay');

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32" viewBox="0 0 96 32"><rect width="96" height="32" rx="4" fill="#fff"/><path d="M16 8l8 8-8 8-8-8z" fill="none" stroke="#b7860b" stroke-width="3"/><text x="58" y="21" font-family="system-ui,sans-serif" font-size="13" font-weight="600" text-anchor="middle" fill="#1b1b1b">USDT</text></svg>`;
/** Icon as a data URL, so that it needs no host. */
const BPAY_ICON = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

/** Creates the payment method, which no provider lists. Administrators may change it afterwards. */
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
      // Listed after Tripay's methods.
      position: 10_000,
    });
    if (isNew) log.info({ code: BPAY }, 'payment method seeded');
  }
}
