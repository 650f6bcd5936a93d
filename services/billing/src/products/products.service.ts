import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProductChange, ProductFields } from '@casement/proto/http/billing/products.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { currentContext } from '@casement/common/core/context/request-context.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { BillingConfig } from '../config.js';
import { encodeImage } from './image-encoder.js';
import { parseSen } from '../money.js';
import type { ProductImageEntity } from './product-image.entity.js';
import type { ProductEntity } from './product.entity.js';
import { productErrors } from './products.errors.js';
import { ProductsRepository, type ProductValues } from './products.repository.js';

const log = logger('products');

/**
 * Catalogue for administrators (SPEC §2, §7). An image is decoded before the transaction, which stores product, image
 * and audit record together.
 */
@Injectable()
export class ProductsService implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly products: ProductsRepository,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
    private readonly config: BillingConfig,
  ) {}

  /** Creates a product in an empty catalogue. In production, only if a name is configured. */
  async onApplicationBootstrap(): Promise<void> {
    const { SEED_PRODUCT_NAME: name, SEED_PRODUCT_PRICE: price } = this.config;
    if (name && (await this.products.seed(name, price * 100))) {
      log.info({ name, price }, 'product seeded');
    }
  }

  /** Newest first. */
  list(): Promise<ProductEntity[]> {
    return this.products.findAll();
  }

  /**
   * @param upload uploaded image file, if any
   * @throws PRODUCT_IMAGE_UNREADABLE, PRODUCT_IMAGE_TOO_LARGE
   */
  async create(unit: UnitOfWork, fields: ProductFields, upload?: Buffer): Promise<ProductEntity> {
    const image = await encoded(upload);
    return this.change(unit, async (tx) => {
      if (image) await this.products.insertImage(tx, image);
      const product = await this.products.insert(tx, valuesOf(fields, image?.hash ?? null));
      await this.record(tx, 'product.created', product.id, undefined, product);
      await this.announcePrice(tx, product);
      return product;
    });
  }

  /**
   * Keeps the current image unless a new one is uploaded.
   *
   * @throws NOT_FOUND, PRICE_CHANGE_UNCONFIRMED, PRODUCT_IMAGE_UNREADABLE, PRODUCT_IMAGE_TOO_LARGE
   */
  async update(id: string, fields: ProductChange, upload?: Buffer): Promise<ProductEntity> {
    const image = await encoded(upload);
    return this.change(this.db, async (tx) => {
      const before = await this.get(tx, id);
      assertPlausible(before.priceSen, parseSen(fields.price), fields.confirm);
      if (image) await this.products.insertImage(tx, image);
      const after = { ...before, ...valuesOf(fields, image?.hash ?? before.imageHash) };
      await this.products.update(tx, id, valuesOf(fields, after.imageHash));
      if (before.imageHash) await this.products.eraseImageIfUnused(tx, before.imageHash);
      await this.record(tx, 'product.updated', id, before, after);
      if (after.priceSen !== before.priceSen) {
        await this.announcePrice(tx, after, before.priceSen);
      }
      return after;
    });
  }

  /**
   * Removes the product from sale. Top-ups keep its name and price.
   *
   * @throws NOT_FOUND, LAST_PRODUCT
   */
  remove(id: string): Promise<void> {
    return this.change(this.db, async (tx) => {
      const before = await this.get(tx, id);
      if ((await this.products.countIn(tx)) === 1) throw productErrors.lastProduct();
      await this.products.remove(tx, id);
      if (before.imageHash) await this.products.eraseImageIfUnused(tx, before.imageHash);
      await this.record(tx, 'product.deleted', id, before);
    });
  }

  /** @throws NOT_FOUND */
  async getImage(hash: string): Promise<ProductImageEntity> {
    const image = await this.products.findImage(hash);
    if (!image) throw productErrors.uploadNotFound();
    return image;
  }

  private change<T>(unit: UnitOfWork, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return unit.transaction(async (tx) => {
      await this.products.lockCatalogue(tx);
      return work(tx);
    });
  }

  private async get(tx: EntityManager, id: string): Promise<ProductEntity> {
    const product = await this.products.findIn(tx, id);
    if (!product) throw productErrors.notFound();
    return product;
  }

  private async announcePrice(
    tx: EntityManager,
    { id, name, priceSen }: ProductEntity,
    oldPriceSen?: number,
  ): Promise<void> {
    const actorId = currentContext()?.actor?.userId ?? '';
    const event = { productId: id, name, oldPriceSen, priceSen, actorId };
    await this.outbox.add(tx, 'billing.product.priced.v1', event, { key: id });
  }

  private async record(
    tx: EntityManager,
    action: string,
    id: string,
    before?: ProductValues,
    after?: ProductValues,
  ): Promise<void> {
    await this.audit.record(tx, {
      action,
      target: `product:${id}`,
      before: before && auditable(before),
      after: after && auditable(after),
    });
  }
}

/**
 * Requires a confirmation for a price change of more than 50 %.
 *
 * @throws PRICE_CHANGE_UNCONFIRMED
 */
function assertPlausible(oldSen: number, newSen: number, confirmed: boolean): void {
  const isPlausible = Math.abs(newSen - oldSen) * 2 <= oldSen;
  if (!isPlausible && !confirmed) throw productErrors.priceChangeUnconfirmed(oldSen, newSen);
}

const encoded = async (upload: Buffer | undefined): Promise<ProductImageEntity | null> =>
  upload ? encodeImage(upload) : null;

const valuesOf = (fields: ProductFields, imageHash: string | null): ProductValues => ({
  name: fields.name,
  description: fields.description,
  priceSen: parseSen(fields.price),
  imageHash,
});

const auditable = ({ name, description, priceSen, imageHash }: ProductValues): ProductValues => ({
  name,
  description,
  priceSen,
  imageHash,
});
