import type { BillingConfig } from '../../config.js';

/** Without its settings Binance Pay is not offered at all; config.ts refuses a half of them. */
export const isBinanceConfigured = (config: Pick<BillingConfig, 'BINANCE_API_KEY'>): boolean =>
  config.BINANCE_API_KEY !== '';
