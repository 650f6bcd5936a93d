import { Module } from '@nestjs/common';
import { BinanceHistory } from './binance/binance.history.js';
import { PaymentProviders } from './payment-providers.js';
import { TripayClient } from './tripay/tripay.client.js';

/** Clients of the external payment providers. They cannot access our tables. */
@Module({
  providers: [BinanceHistory, PaymentProviders, TripayClient],
  exports: [BinanceHistory, PaymentProviders],
})
export class PaymentProvidersModule {}
