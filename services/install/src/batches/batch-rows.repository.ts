import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import type { BatchRowStatus } from '@casement/proto/http/install/batches/batches.js';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import { BatchRowEntity } from './batch.entity.js';
import { rowFailures } from './row-failures.js';

/** Set when a row ends, so that no stored secret opens the VPS. */
export const ERASED = { credentials: null, credentialsUntil: null } as const;

@Injectable()
export class BatchRowsRepository {
  constructor(private readonly db: Database) {}

  findAll(batchId: string, tx = this.db.manager): Promise<BatchRowEntity[]> {
    return tx.find(BatchRowEntity, { where: { batchId }, order: { number: 'ASC' } });
  }

  find(tx: EntityManager, batchId: string, number: number): Promise<BatchRowEntity | null> {
    return tx.findOneBy(BatchRowEntity, { batchId, number });
  }

  findIn(
    batchId: string,
    statuses: readonly BatchRowStatus[],
    tx = this.db.manager,
  ): Promise<BatchRowEntity[]> {
    return tx.find(BatchRowEntity, {
      where: { batchId, status: In([...statuses]) },
      order: { number: 'ASC' },
    });
  }

  /** Returns the next row to check or install. Rows that wait because of a refusal come last. */
  async findNext(
    batchId: string,
    status: 'checking' | 'ready',
    tried: readonly number[],
  ): Promise<BatchRowEntity | null> {
    const where = {
      batchId,
      status,
      number: Not(In([...tried])),
      ...(status === 'checking' ? { checkId: IsNull() } : {}),
    };
    const order = { number: 'ASC' } as const;
    const waits = { failure: Not(IsNull()) };
    return (
      (await this.db.manager.findOne(BatchRowEntity, {
        where: { ...where, failure: IsNull() },
        order,
      })) ?? this.db.manager.findOne(BatchRowEntity, { where: { ...where, ...waits }, order })
    );
  }

  countChecks(batchId: string): Promise<number> {
    return this.db.manager.countBy(BatchRowEntity, {
      batchId,
      status: 'checking',
      checkId: Not(IsNull()),
    });
  }

  /** Includes installs that are still being requested. */
  countInstalls(batchId: string): Promise<number> {
    return this.db.manager.countBy(BatchRowEntity, {
      batchId,
      status: In(['starting', 'installing']),
    });
  }

  /** @returns false if the row's status has changed meanwhile */
  async change(
    tx: EntityManager,
    { batchId, number, status }: Pick<BatchRowEntity, 'batchId' | 'number' | 'status'>,
    set: Partial<BatchRowEntity>,
  ): Promise<boolean> {
    const { affected } = await tx.update(BatchRowEntity, { batchId, number, status }, set);
    return affected === 1;
  }

  /** Cancels waiting rows and erases their credentials and those that ended rows keep for a retry. */
  cancelWaiting(tx: EntityManager, batchId: string): Promise<number> {
    return execute(
      tx,
      `UPDATE install_batch_row
       SET credentials = NULL, credentials_until = NULL,
           failure = CASE WHEN status IN ('checking', 'ready') THEN $2 ELSE failure END,
           finished_at = coalesce(finished_at, now()),
           status = CASE WHEN status IN ('checking', 'ready') THEN 'cancelled' ELSE status END
       WHERE batch_id = $1 AND status IN ('checking', 'ready', 'unfit', 'no_quota')`,
      [batchId, rowFailures.cancelled()],
    );
  }

  /**
   * Erases credentials after 24 hours. Starting and locked rows are left to the next run, within a minute.
   *
   * @returns the number of rows, at most `limit`
   */
  eraseExpired(limit: number): Promise<number> {
    return execute(
      this.db.manager,
      `WITH chosen AS (
         SELECT batch_id, number FROM install_batch_row
         WHERE credentials_until < now() AND status <> 'starting' LIMIT $2 FOR UPDATE SKIP LOCKED)
       UPDATE install_batch_row
       SET credentials = NULL, credentials_until = NULL, finished_at = coalesce(finished_at, now()),
           failure = CASE WHEN status IN ('checking', 'ready') THEN $1 ELSE failure END,
           status = CASE WHEN status IN ('checking', 'ready') THEN 'expired' ELSE status END
       WHERE (batch_id, number) IN (SELECT batch_id, number FROM chosen)`,
      [rowFailures.expired(), limit],
    );
  }
}
