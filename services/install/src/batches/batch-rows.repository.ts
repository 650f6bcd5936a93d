import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import type { BatchRowStatus } from '@casement/proto/http/batches.js';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import { BatchRowEntity } from './batch.entity.js';
import { rowFailures } from './row-failures.js';

/** What is written with an end: nothing is kept that would open the VPS. */
export const ERASED = { credentials: null, credentialsUntil: null } as const;

/** SQL of the machines of batches. */
@Injectable()
export class BatchRowsRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: EntityManager, rows: Partial<BatchRowEntity>[]): Promise<void> {
    await tx.insert(BatchRowEntity, rows);
  }

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

  /** The next one that has to be checked, or installed: one that waits for a reason of its own comes after the others. */
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

  /** Checks under way. */
  countChecks(batchId: string): Promise<number> {
    return this.db.manager.countBy(BatchRowEntity, {
      batchId,
      status: 'checking',
      checkId: Not(IsNull()),
    });
  }

  /** Installs under way, those that are just starting included. */
  countInstalls(batchId: string): Promise<number> {
    return this.db.manager.countBy(BatchRowEntity, {
      batchId,
      status: In(['starting', 'installing']),
    });
  }

  /** @returns false where the row is no longer as it was seen */
  async change(
    tx: EntityManager,
    { batchId, number, status }: Pick<BatchRowEntity, 'batchId' | 'number' | 'status'>,
    set: Partial<BatchRowEntity>,
  ): Promise<boolean> {
    const { affected } = await tx.update(BatchRowEntity, { batchId, number, status }, set);
    return affected === 1;
  }

  /** What waits for its turn is over, and so is what is kept of the others for a retry. */
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
   * Passwords that have waited for 24 hours. A row that is just starting is seen to within a minute, and so is one that is
   * locked.
   *
   * @returns how many, at most `limit`
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
