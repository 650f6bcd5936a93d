import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, rows } from '@casement/common/data/database/sql.js';
import { InstallConfig } from '../config.js';
import { describeOrigin } from '@casement/windows-image/origins/origin-settings.js';

const copyRow = z.object({ image: z.string(), origin: z.string(), verifiedAt: z.date() });

/** A complete copy of an image (SHA-256 of its manifest) at an origin. */
export type ImageCopy = z.infer<typeof copyRow>;

/** Copies of images at origins. Changing the place of an origin invalidates its copies. */
@Injectable()
export class ImageCopiesRepository {
  private readonly names: string[];
  private readonly originNames: string[];

  constructor(
    private readonly db: Database,
    config: InstallConfig,
  ) {
    this.names = config.IMAGE_ORIGINS.map(({ name }) => name);
    this.originNames = config.IMAGE_ORIGINS.map(describeOrigin);
  }

  /** Returns the names of the origins with a complete copy. */
  async verified(image: string): Promise<ReadonlySet<string>> {
    return new Set((await this.of([image])).map(({ origin }) => origin));
  }

  of(images: string[]): Promise<ImageCopy[]> {
    return this.where('manifest_sha256 = ANY ($1)', images);
  }

  /** Returns copies of all other images at configured origins. */
  except(images: string[]): Promise<ImageCopy[]> {
    return this.where('manifest_sha256 <> ALL ($1)', images);
  }

  async markVerified(tx: EntityManager, image: string, origin: string): Promise<void> {
    await execute(
      tx,
      `INSERT INTO image_copy (manifest_sha256, origin, place) VALUES ($1, $2, $3)
       ON CONFLICT (manifest_sha256, origin) DO UPDATE SET place = $3, verified_at = now()`,
      [image, origin, this.originNames[this.names.indexOf(origin)]],
    );
  }

  async delete(tx: EntityManager, image: string, origin: string): Promise<void> {
    await execute(tx, `DELETE FROM image_copy WHERE manifest_sha256 = $1 AND origin = $2`, [
      image,
      origin,
    ]);
  }

  private where(condition: string, images: string[]): Promise<ImageCopy[]> {
    return rows(
      this.db.manager,
      copyRow,
      `SELECT manifest_sha256 AS image, origin, verified_at AS "verifiedAt" FROM image_copy
       JOIN unnest($2::text[], $3::text[]) AS configured (origin, place) USING (origin, place)
       WHERE ${condition} ORDER BY origin, image`,
      [images, this.names, this.originNames],
    );
  }
}
