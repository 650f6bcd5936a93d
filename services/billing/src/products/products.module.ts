import { Module } from '@nestjs/common';
import { ProductSeed } from './product-seed.js';
import { ProductsRepository } from './products.repository.js';
import { QuotesService } from './quotes.service.js';

@Module({
  providers: [ProductsRepository, ProductSeed, QuotesService],
  exports: [QuotesService],
})
export class ProductsModule {}
