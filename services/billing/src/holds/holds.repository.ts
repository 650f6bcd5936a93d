import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import { claimDue } from '@casement/common/data/jobs/claim-due.js';
import { InstallHoldEntity, type HoldState } from './install-hold.entity.js';

const dueRow = z.object({ installId: z.string(), userId: z.string(), round: z.number() });
export type DueHold = z.infer<typeof dueRow>;

@Injectable()
export class HoldsRepository {
  constructor(private readonly db: Database) {}

  /**
   * Inserts the install's row if it does not exist, and waits for a concurrent insert.
   *
   * @returns true if this call inserted it
   */
  async insertIfNew(
    tx: EntityManager,
    installId: string,
    userId: string,
    state: HoldState,
    free = false,
  ): Promise<boolean> {
    const inserted = await execute(
      tx,
      `INSERT INTO install_hold (install_id, user_id, state, free) VALUES ($1, $2, $3, $4)
       ON CONFLICT (install_id) DO NOTHING`,
      [installId, userId, state, free],
    );
    return inserted > 0;
  }

  /** @throws CONFLICT if the hold belongs to another user, which is a defect or an attack */
  async lockOwn(tx: EntityManager, installId: string, userId: string): Promise<InstallHoldEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    const hold = await tx.findOne(InstallHoldEntity, { where: { installId }, lock });
    if (!hold || hold.userId !== userId) {
      const message = 'This install belongs to another user.';
      throw new DomainError('conflict', 'CONFLICT', message, { logLevel: 'error' });
    }
    return hold;
  }

  async update(
    tx: EntityManager,
    installId: string,
    change: Partial<Omit<InstallHoldEntity, 'installId' | 'userId'>>,
  ): Promise<void> {
    await tx.update(InstallHoldEntity, { installId }, { ...change, updatedAt: new Date() });
  }

  /** Claims the holds for which the install service is due to be polled. */
  claimDue(limit: number): Promise<DueHold[]> {
    return claimDue(this.db.manager, dueRow, 'install_hold', {
      due: 'next_check_at',
      key: 'install_id',
      open: `state = 'held'`,
      claimMs: 3_600_000,
      limit,
    });
  }
}
