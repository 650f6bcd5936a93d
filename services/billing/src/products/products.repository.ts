import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { execute } from '@casement/common/data/database/sql.js';
import { DiscountTierEntity } from './discount-tier.entity.js';
import { ProductImageEntity } from './product-image.entity.js';
import { ProductEntity } from './product.entity.js';
import { TopupLimitsEntity } from './topup-limits.entity.js';

export type ProductValues = Pick<ProductEntity, 'name' | 'description' | 'priceSen' | 'imageHash'>;

const sold = { deletedAt: IsNull() };

/** Products and images. Callers hold `lockCatalogue` while changing them. */
@Injectable()
export class ProductsRepository {
  constructor(private readonly db: Database) {}

  find(id: string): Promise<ProductEntity | null> {
    return this.db.manager.findOneBy(ProductEntity, { id, ...sold });
  }

  findOldest(): Promise<ProductEntity | null> {
    return this.db.manager.findOne(ProductEntity, {
      where: sold,
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  findAll(): Promise<ProductEntity[]> {
    return this.db.manager.find(ProductEntity, {
      where: sold,
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  discountTiers(): Promise<DiscountTierEntity[]> {
    return this.db.manager.find(DiscountTierEntity, { order: { minQuantity: 'ASC' } });
  }

  limits(): Promise<TopupLimitsEntity> {
    return this.db.manager.findOneByOrFail(TopupLimitsEntity, { onlyRow: true });
  }

  /**
   * Serializes catalogue changes until the transaction ends. Otherwise the last two products could be deleted
   * concurrently, or an image could be erased while another product starts using it.
   */
  async lockCatalogue(tx: EntityManager): Promise<void> {
    await execute(tx, `SELECT pg_advisory_xact_lock(hashtext('casement:products'))`);
  }

  findIn(tx: EntityManager, id: string): Promise<ProductEntity | null> {
    return tx.findOneBy(ProductEntity, { id, ...sold });
  }

  countIn(tx: EntityManager): Promise<number> {
    return tx.countBy(ProductEntity, sold);
  }

  async insert(tx: EntityManager, values: ProductValues): Promise<ProductEntity> {
    const id = newId();
    await tx.insert(ProductEntity, { id, ...values });
    return tx.findOneByOrFail(ProductEntity, { id });
  }

  async update(tx: EntityManager, id: string, values: ProductValues): Promise<void> {
    await tx.update(ProductEntity, { id }, { ...values, updatedAt: new Date() });
  }

  /** Marks the product as deleted and clears its image. The row stays. */
  async remove(tx: EntityManager, id: string): Promise<void> {
    const now = new Date();
    await tx.update(ProductEntity, { id }, { imageHash: null, deletedAt: now, updatedAt: now });
  }

  /**
   * Inserts the product if the catalogue is empty. Replicas that start together insert only one.
   *
   * @returns whether it was inserted
   */
  async seed(name: string, priceSen: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await this.lockCatalogue(tx);
      const inserted = await execute(
        tx,
        `INSERT INTO product (id, name, description, price_sen)
         SELECT $1, $2, '1 quota = 1 Windows installation', $3
         WHERE NOT EXISTS (SELECT FROM product)`,
        [newId(), name, priceSen],
      );
      return inserted > 0;
    });
  }

  findImage(hash: string): Promise<ProductImageEntity | null> {
    return this.db.manager.findOneBy(ProductImageEntity, { hash });
  }

  async insertImage(tx: EntityManager, image: ProductImageEntity): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(ProductImageEntity)
      .values(image)
      .orIgnore()
      .execute();
  }

  async eraseImageIfUnused(tx: EntityManager, hash: string): Promise<void> {
    await execute(
      tx,
      `DELETE FROM product_image
        WHERE hash = $1 AND NOT EXISTS (SELECT FROM product WHERE image_hash = $1)`,
      [hash],
    );
  }
}
