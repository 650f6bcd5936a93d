import { Module } from '@nestjs/common';
import { BooksMetrics } from './books-metrics.js';

/** Checks that ledger, balances, top-ups and holds add up. */
@Module({ providers: [BooksMetrics] })
export class BooksModule {}
