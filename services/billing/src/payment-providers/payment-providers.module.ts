import { Module } from '@nestjs/common';
import { BinanceTest } from './binance/binance-test.js';
import { BinanceHistory } from './binance/binance.history.js';
import { TripayTest } from './tripay/tripay-test.js';
import { TripayClient } from './tripay/tripay.client.js';

/** Clients of the external payment providers. They have no access to our tables. */
@Module({
  providers: [BinanceHistory, BinanceTest, TripayClient, TripayTest],
  exports: [BinanceHistory, TripayClient],
})
export class PaymentProvidersModule {}
