import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { DiscountTier } from './discount-tier.entity.js';
import { Product } from './product.entity.js';

@Injectable()
export class ProductsRepository {
  constructor(private readonly db: Database) {}

  find(id: string): Promise<Product | null> {
    return this.db.manager.findOneBy(Product, { id });
  }

  findOldest(): Promise<Product | null> {
    return this.db.manager.findOne(Product, {
      where: {},
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  discountTiers(): Promise<DiscountTier[]> {
    return this.db.manager.find(DiscountTier, { order: { minQuantity: 'ASC' } });
  }

  /** Makes the product unless there is any; replicas that start together make one. */
  async seed(name: string, priceSen: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('casement:seed-product'))`);
      const rows = await tx.query<unknown[]>(
        `INSERT INTO product (id, name, description, price_sen)
         SELECT $1, $2, '1 quota = 1 Windows installation', $3
         WHERE NOT EXISTS (SELECT FROM product) RETURNING id`,
        [newId(), name, priceSen],
      );
      return rows.length > 0;
    });
  }
}
