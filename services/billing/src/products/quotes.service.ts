import { Injectable } from '@nestjs/common';
import type { TopupQuoteRequest } from '@casement/proto/http/billing/topups.js';
import type { PublicPrice } from '@casement/proto/http/public-config.js';
import { BillingConfig } from '../config.js';
import type { DiscountTierEntity } from './discount-tier.entity.js';
import { parseRate } from '../money.js';
import type { ProductEntity } from './product.entity.js';
import { productErrors } from './products.errors.js';
import { ProductsRepository } from './products.repository.js';
import { basisPointsFor, quoteFor, type Quote } from './quote.js';
import type { TopupLimitsEntity } from './topup-limits.entity.js';

export interface ProductQuote extends Quote {
  product: ProductEntity;
  tiers: DiscountTierEntity[];
  limits: TopupLimitsEntity;
}

@Injectable()
export class QuotesService {
  private readonly usdIdrRate: bigint;

  constructor(
    private readonly products: ProductsRepository,
    config: BillingConfig,
  ) {
    this.usdIdrRate = parseRate(config.USD_IDR_RATE);
  }

  /**
   * @throws PRODUCT_MISSING if nothing is sold, NOT_FOUND for an unknown product, VALIDATION_FAILED for a quantity
   * below the minimum or above the maximum of a top-up
   */
  async quote(request: TopupQuoteRequest): Promise<ProductQuote> {
    const [product, tiers, limits] = await Promise.all([
      this.productFor(request.product_id),
      this.products.discountTiers(),
      this.products.limits(),
    ]);
    checkBounds(request.quantity, limits);
    return {
      ...quoteFor(request.quantity, product.priceSen, tiers, this.usdIdrRate),
      product,
      tiers,
      limits,
    };
  }

  /** Returns the quote with the discount of a voucher, unless the discount for the quantity is larger. */
  withVoucher(quote: ProductQuote, basisPoints: number): ProductQuote {
    const { quantity, product, tiers } = quote;
    return {
      ...quote,
      ...quoteFor(quantity, product.priceSen, tiers, this.usdIdrRate, basisPoints),
    };
  }

  /** Returns the price of one install without and with the largest discount; `null` without a product. */
  async publicPrice(): Promise<PublicPrice | null> {
    const [product, tiers, { maxQuantity }] = await Promise.all([
      this.products.findOldest(),
      this.products.discountTiers(),
      this.products.limits(),
    ]);
    if (!product) return null;
    const amountAt = (quantity: number) =>
      Math.round(
        quoteFor(quantity, product.priceSen, tiers, this.usdIdrRate).finalAmount / quantity,
      );
    const last = tiers.findLast(({ minQuantity }) => minQuantity > 1 && minQuantity <= maxQuantity);
    const bulk = last && { quantity: last.minQuantity, amount: amountAt(last.minQuantity) };
    return { amount: amountAt(1), bulk: bulk ?? null };
  }

  /** Returns the function that computes the current discount of a quantity in basis points. */
  async discounts(): Promise<(quantity: number) => number> {
    const tiers = await this.products.discountTiers();
    return (quantity) => basisPointsFor(quantity, tiers);
  }

  private async productFor(id: string | undefined): Promise<ProductEntity> {
    const product = await (id ? this.products.find(id) : this.products.findOldest());
    if (!product) throw id ? productErrors.notFound() : productErrors.noneSold();
    return product;
  }
}

function checkBounds(quantity: number, { minQuantity, maxQuantity }: TopupLimitsEntity): void {
  if (quantity < minQuantity) {
    throw productErrors.quantityOutOfBounds(`Quantity must be at least ${minQuantity}`);
  }
  if (quantity > maxQuantity) {
    throw productErrors.quantityOutOfBounds(`Quantity can be at most ${maxQuantity}`);
  }
}
