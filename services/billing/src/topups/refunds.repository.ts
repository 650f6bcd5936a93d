import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { claimDue } from '@casement/common/data/jobs/claim-due.js';
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

  /** Claims refunds whose outcome is due for a check. */
  claimDue(limit: number, claimMs: number): Promise<{ topupId: string }[]> {
    const due = { due: 'next_check_at', key: 'topup_id', claimMs, limit };
    return claimDue(this.db.manager, dueRow, 'refund', due);
  }
}
