import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import { ProductImageEntity } from './product-image.entity.js';

/** Writers hold `ProductsRepository.lockCatalogue`. */
@Injectable()
export class ProductImagesRepository {
  constructor(private readonly db: Database) {}

  find(hash: string): Promise<ProductImageEntity | null> {
    return this.db.manager.findOneBy(ProductImageEntity, { hash });
  }

  /** Does nothing if the image exists. */
  async insert(tx: EntityManager, image: ProductImageEntity): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(ProductImageEntity)
      .values(image)
      .orIgnore()
      .execute();
  }

  async eraseIfUnused(tx: EntityManager, hash: string): Promise<void> {
    await execute(
      tx,
      `DELETE FROM product_image
        WHERE hash = $1 AND NOT EXISTS (SELECT FROM product WHERE image_hash = $1)`,
      [hash],
    );
  }
}
