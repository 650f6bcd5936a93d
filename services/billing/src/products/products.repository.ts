import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { execute } from '@casement/common/database/sql.js';
import { DiscountTier } from './discount-tier.entity.js';
import { Product } from './product.entity.js';
import { TopupLimits } from './topup-limits.entity.js';

export type ProductValues = Pick<Product, 'name' | 'description' | 'priceSen' | 'imageHash'>;

const sold = { deletedAt: IsNull() };

@Injectable()
export class ProductsRepository {
  constructor(private readonly db: Database) {}

  find(id: string): Promise<Product | null> {
    return this.db.manager.findOneBy(Product, { id, ...sold });
  }

  findOldest(): Promise<Product | null> {
    return this.db.manager.findOne(Product, {
      where: sold,
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  findAll(): Promise<Product[]> {
    return this.db.manager.find(Product, {
      where: sold,
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  discountTiers(): Promise<DiscountTier[]> {
    return this.db.manager.find(DiscountTier, { order: { minQuantity: 'ASC' } });
  }

  limits(): Promise<TopupLimits> {
    return this.db.manager.findOneByOrFail(TopupLimits, { onlyRow: true });
  }

  /**
   * One change of the catalogue at a time: of two who delete the last two products one is refused, and no picture is
   * erased that another one is just being given. Until the transaction ends.
   */
  async lockCatalogue(tx: EntityManager): Promise<void> {
    await execute(tx, `SELECT pg_advisory_xact_lock(hashtext('casement:products'))`);
  }

  findIn(tx: EntityManager, id: string): Promise<Product | null> {
    return tx.findOneBy(Product, { id, ...sold });
  }

  countIn(tx: EntityManager): Promise<number> {
    return tx.countBy(Product, sold);
  }

  async insert(tx: EntityManager, values: ProductValues): Promise<Product> {
    const id = newId();
    await tx.insert(Product, { id, ...values });
    return tx.findOneByOrFail(Product, { id });
  }

  async update(tx: EntityManager, id: string, values: ProductValues): Promise<void> {
    await tx.update(Product, { id }, { ...values, updatedAt: new Date() });
  }

  /** The row stays, without its picture. */
  async remove(tx: EntityManager, id: string): Promise<void> {
    const now = new Date();
    await tx.update(Product, { id }, { imageHash: null, deletedAt: now, updatedAt: now });
  }

  /** Makes the product unless there is any; replicas that start together make one. */
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
}
