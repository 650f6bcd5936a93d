import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { rows } from '@casement/common/data/database/sql.js';
import { RefundEntity } from './refund.entity.js';

const dueRow = z.object({ topupId: z.string() });

@Injectable()
export class RefundsRepository {
  constructor(private readonly db: Database) {}

  /** The caller that changes it must hold the top-up's lock. */
  find(topupId: string, tx: EntityManager = this.db.manager): Promise<RefundEntity | null> {
    return tx.findOneBy(RefundEntity, { topupId });
  }

  async save(tx: EntityManager, refund: Omit<RefundEntity, 'createdAt' | 'updatedAt'>) {
    await tx.upsert(RefundEntity, { ...refund, updatedAt: new Date() }, ['topupId']);
  }

  async update(tx: EntityManager, topupId: string, change: Partial<RefundEntity>): Promise<void> {
    await tx.update(RefundEntity, { topupId }, { ...change, updatedAt: new Date() });
  }

  /** Claims refunds whose outcome is due for a check. A claim postpones the row, so that no other replica checks it. */
  claimDue(limit: number, claimMs: number): Promise<{ topupId: string }[]> {
    return rows(
      this.db.manager,
      dueRow,
      `WITH due AS (
         SELECT topup_id FROM refund WHERE next_check_at <= now()
          ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE refund AS r SET next_check_at = now() + $2 * interval '1 millisecond'
         FROM due WHERE r.topup_id = due.topup_id
       RETURNING r.topup_id AS "topupId"`,
      [limit, claimMs],
    );
  }
}
