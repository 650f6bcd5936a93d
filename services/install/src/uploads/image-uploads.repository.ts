import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { UPLOAD_HOURS } from '@casement/proto/http/install/windows/image-uploads.js';
import { Database } from '@casement/common/data/database/database.js';
import { bigintColumn, execute, one, row, rows } from '@casement/common/data/database/sql.js';
import type { PartName } from '@casement/windows-image/store/part-store.js';
import { OPEN } from '../image-jobs/image-job-status.js';
import { ImageUploadEntity } from './image-upload.entity.js';

const storedRow = z.object({ count: bigintColumn, bytes: bigintColumn });

const part = z.object({ number: z.number(), sha256: z.string() });
const received = z.object({ upload_id: z.string(), bytes: bigintColumn });
const EXPIRES_AT = `now() + interval '${UPLOAD_HOURS} hours'`;

type NewUpload = Pick<ImageUploadEntity, 'id' | 'kind' | 'name' | 'size' | 'sha256' | 'createdBy'>;

@Injectable()
export class ImageUploadsRepository {
  constructor(private readonly db: Database) {}

  /** Serialises creations, so that their number and the free space are counted correctly. */
  async lockCreations(tx: EntityManager): Promise<void> {
    await execute(tx, `SELECT pg_advisory_xact_lock(hashtext('image-uploads'))`);
  }

  /** Returns the number of uploads and their missing bytes. */
  outstanding(tx: EntityManager): Promise<{ count: number; bytes: number }> {
    return one(
      tx,
      storedRow,
      `SELECT count(*) AS count, coalesce(sum(size - coalesce(arrived, 0)), 0) AS bytes
       FROM image_upload LEFT JOIN (
         SELECT upload_id, sum(size) AS arrived FROM image_upload_part GROUP BY 1
       ) part ON upload_id = id`,
    );
  }

  async insert(tx: EntityManager, upload: NewUpload): Promise<ImageUploadEntity> {
    await tx.insert(ImageUploadEntity, { ...upload, expiresAt: () => EXPIRES_AT });
    return tx.findOneByOrFail(ImageUploadEntity, { id: upload.id });
  }

  /** Newest first. */
  list(): Promise<ImageUploadEntity[]> {
    return this.db.manager.find(ImageUploadEntity, { order: { id: 'DESC' } });
  }

  find(id: string): Promise<ImageUploadEntity | null> {
    return this.db.manager.findOneBy(ImageUploadEntity, { id });
  }

  lock(tx: EntityManager, id: string): Promise<ImageUploadEntity | null> {
    return tx.findOne(ImageUploadEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async received(): Promise<Map<string, number>> {
    const sums = await rows(
      this.db.manager,
      received,
      `SELECT upload_id, sum(size) AS bytes FROM image_upload_part GROUP BY 1`,
    );
    return new Map(sums.map(({ upload_id, bytes }) => [upload_id, bytes]));
  }

  /** Sorted by number. */
  parts(id: string, executor: EntityManager = this.db.manager): Promise<PartName[]> {
    return rows(
      executor,
      part,
      `SELECT number, sha256 FROM image_upload_part WHERE upload_id = $1 ORDER BY number`,
      [id],
    );
  }

  partAt(id: string, number: number): Promise<PartName | null> {
    return row(
      this.db.manager,
      part,
      `SELECT number, sha256 FROM image_upload_part WHERE upload_id = $1 AND number = $2`,
      [id, number],
    );
  }

  /**
   * Records a stored part if the upload still accepts parts.
   *
   * @returns whether the upload now has this part, from this or an earlier call
   */
  addPart(id: string, { number, sha256 }: PartName, size: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const upload = await this.lock(tx, id);
      if (upload?.status !== 'uploading') return false;
      await this.postponeExpiry(tx, id);
      const stored = await row(
        tx,
        part,
        `INSERT INTO image_upload_part (upload_id, number, size, sha256) VALUES ($1, $2, $3, $4)
         ON CONFLICT (upload_id, number) DO UPDATE SET size = EXCLUDED.size
           WHERE image_upload_part.sha256 = EXCLUDED.sha256
         RETURNING number, sha256`,
        [id, number, size, sha256],
      );
      return stored !== null;
    });
  }

  async postponeExpiry(tx: EntityManager, id: string): Promise<void> {
    await execute(tx, `UPDATE image_upload SET expires_at = ${EXPIRES_AT} WHERE id = $1`, [id]);
  }

  /**
   * Removes expired uploads that no job needs, in one statement. MAX_UPLOADS (12) uploads with MAX_UPLOAD_BYTES /
   * UPLOAD_PART_BYTES (16,384) parts each take a tenth of a second.
   *
   * @returns the number of removed uploads
   */
  removeExpired(): Promise<number> {
    return execute(
      this.db.manager,
      `DELETE FROM image_upload upload WHERE expires_at < now()
         AND NOT EXISTS (SELECT 1 FROM image_job WHERE upload.id IN (upload_id, drivers_upload_id) AND ${OPEN})`,
    );
  }
}
