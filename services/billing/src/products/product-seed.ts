import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { logger } from '@casement/common/core/logging/logger.js';
import { BillingConfig } from '../config.js';
import { ProductsRepository } from './products.repository.js';

const log = logger('products');

/** A fresh development database has a product to sell; production seeds one only if it is configured. */
@Injectable()
export class ProductSeed implements OnApplicationBootstrap {
  constructor(
    private readonly config: BillingConfig,
    private readonly products: ProductsRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { SEED_PRODUCT_NAME: name, SEED_PRODUCT_PRICE: price } = this.config;
    if (name && (await this.products.seed(name, price * 100))) {
      log.info({ name, price }, 'product seeded');
    }
  }
}
