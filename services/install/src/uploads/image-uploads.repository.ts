import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { UPLOAD_HOURS } from '@casement/proto/http/image-uploads.js';
import { Database } from '@casement/common/data/database/database.js';
import {
  bigintColumn,
  execute,
  idRow,
  one,
  row,
  rows,
} from '@casement/common/data/database/sql.js';
import type { PartName } from '@casement/windows-image/store/part-store.js';
import { OPEN } from '../images/image-job-leases.js';
import { ImageUploadEntity } from './image-upload.entity.js';

const storedRow = z.object({ count: bigintColumn, bytes: bigintColumn });

const part = z.object({ number: z.number(), sha256: z.string() });
const received = z.object({ upload_id: z.string(), bytes: bigintColumn });
const KEPT = `now() + interval '${UPLOAD_HOURS} hours'`;

type NewUpload = Pick<ImageUploadEntity, 'id' | 'kind' | 'name' | 'size' | 'sha256' | 'createdBy'>;

@Injectable()
export class ImageUploadsRepository {
  constructor(private readonly db: Database) {}

  /** Creations are counted one after the other, so that their number and the free space are right. */
  async lockCreations(tx: EntityManager): Promise<void> {
    await execute(tx, `SELECT pg_advisory_xact_lock(hashtext('image-uploads'))`);
  }

  /** How many there are, and how many bytes of them have not arrived. */
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
    await execute(
      tx,
      `INSERT INTO image_upload (id, kind, name, size, sha256, created_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, ${KEPT})`,
      [upload.id, upload.kind, upload.name, upload.size, upload.sha256, upload.createdBy],
    );
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

  reload(tx: EntityManager, id: string): Promise<ImageUploadEntity> {
    return tx.findOneByOrFail(ImageUploadEntity, { id });
  }

  /** Bytes of each that have arrived. */
  async received(): Promise<Map<string, number>> {
    const sums = await rows(
      this.db.manager,
      received,
      `SELECT upload_id, sum(size) AS bytes FROM image_upload_part GROUP BY 1`,
    );
    return new Map(sums.map(({ upload_id, bytes }) => [upload_id, bytes]));
  }

  /** In their order. */
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
   * Counts a part that lies in the store, where the upload still takes parts and has none of this number.
   *
   * @returns whether it has it now: this one, or the same from another call
   */
  addPart(id: string, { number, sha256 }: PartName, size: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const upload = await this.lock(tx, id);
      if (upload?.status !== 'uploading') return false;
      await this.keep(tx, id);
      const kept = await row(
        tx,
        part,
        `INSERT INTO image_upload_part (upload_id, number, size, sha256) VALUES ($1, $2, $3, $4)
         ON CONFLICT (upload_id, number) DO UPDATE SET size = EXCLUDED.size
           WHERE image_upload_part.sha256 = EXCLUDED.sha256
         RETURNING number, sha256`,
        [id, number, size, sha256],
      );
      return kept !== null;
    });
  }

  /** It expires later: it has just been used. */
  async keep(tx: EntityManager, id: string): Promise<void> {
    await execute(tx, `UPDATE image_upload SET expires_at = ${KEPT} WHERE id = $1`, [id]);
  }

  async update(
    tx: EntityManager,
    id: string,
    changes: Partial<Pick<ImageUploadEntity, 'status' | 'sha256' | 'editions' | 'failure'>>,
  ): Promise<void> {
    await tx.update(ImageUploadEntity, { id }, changes);
  }

  /** Whether a job needs it that is more than its own check. */
  async isUsed(tx: EntityManager, id: string): Promise<boolean> {
    const used = await row(
      tx,
      idRow,
      `SELECT id FROM image_job WHERE (upload_id = $1 OR drivers_upload_id = $1) AND kind <> 'inspect' AND ${OPEN} LIMIT 1`,
      [id],
    );
    return used !== null;
  }

  /** Its check, if there is one under way. Before the upload is locked: the end of a job locks the job first. */
  async cancelInspection(tx: EntityManager, id: string): Promise<void> {
    await execute(
      tx,
      `UPDATE image_job SET status = 'cancelled', lease_epoch = lease_epoch + 1, lease_owner = NULL,
              lease_until = NULL, finished_at = now(), updated_at = now()
       WHERE upload_id = $1 AND kind = 'inspect' AND ${OPEN}`,
      [id],
    );
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.delete(ImageUploadEntity, { id });
  }

  /**
   * Those past their time that no job needs. One statement is enough: there are never more than MAX_UPLOADS (12), each with at
   * most MAX_UPLOAD_BYTES / UPLOAD_PART_BYTES (16,384) parts, and all of these go in a tenth of a second.
   *
   * @returns how many
   */
  removeExpired(): Promise<number> {
    return execute(
      this.db.manager,
      `DELETE FROM image_upload upload WHERE expires_at < now()
         AND NOT EXISTS (SELECT 1 FROM image_job WHERE upload.id IN (upload_id, drivers_upload_id) AND ${OPEN})`,
    );
  }
}
