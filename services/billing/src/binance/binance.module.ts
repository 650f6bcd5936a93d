import { Module } from '@nestjs/common';
import { BinanceTest } from './binance-test.js';
import { BinanceHistory } from './binance.history.js';

@Module({ providers: [BinanceHistory, BinanceTest], exports: [BinanceHistory] })
export class BinanceModule {}
