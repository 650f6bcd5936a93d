import { Module } from '@nestjs/common';
import { AdminProductsController } from './admin-products.controller.js';
import { PriceController } from './price.controller.js';
import { ProductsRepository } from './products.repository.js';
import { ProductsService } from './products.service.js';
import { QuotesService } from './quotes.service.js';
import { UploadsController } from './uploads.controller.js';

@Module({
  controllers: [AdminProductsController, PriceController, UploadsController],
  providers: [ProductsRepository, ProductsService, QuotesService],
  exports: [QuotesService],
})
export class ProductsModule {}
