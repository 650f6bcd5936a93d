import { Module } from '@nestjs/common';
import { BinanceHistory } from './binance.history.js';

@Module({ providers: [BinanceHistory], exports: [BinanceHistory] })
export class BinanceModule {}
