import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import { BrandImageEntity } from './brand-image.entity.js';
import { BrandEntity } from './brand.entity.js';

@Injectable()
export class BrandRepository {
  constructor(private readonly db: Database) {}

  find(tx: EntityManager = this.db.manager): Promise<BrandEntity> {
    return tx.findOneByOrFail(BrandEntity, { onlyRow: true });
  }

  lock(tx: EntityManager): Promise<BrandEntity> {
    return tx.findOneOrFail(BrandEntity, {
      where: { onlyRow: true },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async save(tx: EntityManager, brand: BrandEntity): Promise<void> {
    await tx.save(BrandEntity, brand);
  }

  findImage(hash: string, tx: EntityManager = this.db.manager): Promise<BrandImageEntity | null> {
    return tx.findOneBy(BrandImageEntity, { hash });
  }

  /** Restarts the day of an image that was stored before. */
  async addImage(image: Omit<BrandImageEntity, 'createdAt'>): Promise<void> {
    await execute(
      this.db.manager,
      `INSERT INTO brand_image (hash, png, width, height) VALUES ($1, $2, $3, $4)
       ON CONFLICT (hash) DO UPDATE SET created_at = now()`,
      [image.hash, image.png, image.width, image.height],
    );
  }

  /** Keeps images for a day, because open pages and other administrators may still use them. */
  async removeUnusedImages(tx: EntityManager): Promise<void> {
    await execute(
      tx,
      `DELETE FROM brand_image WHERE created_at < now() - interval '1 day' AND NOT EXISTS (
         SELECT 1 FROM brand WHERE hash IN (logo_light, logo_dark, favicon))`,
    );
  }
}
