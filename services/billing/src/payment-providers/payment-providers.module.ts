import { Module } from '@nestjs/common';
import { BinanceHistory } from './binance/binance.history.js';
import { MidtransClient } from './midtrans/midtrans.client.js';
import { PaymentProviders } from './payment-providers.js';
import { StripeClient } from './stripe/stripe.client.js';
import { TripayClient } from './tripay/tripay.client.js';

/** Clients of the external payment providers. They cannot access our tables. */
@Module({
  providers: [BinanceHistory, MidtransClient, PaymentProviders, StripeClient, TripayClient],
  exports: [BinanceHistory, PaymentProviders],
})
export class PaymentProvidersModule {}
