import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, rows } from '@casement/common/data/database/sql.js';
import { holdErrors } from './holds.errors.js';
import { InstallHoldEntity, type HoldState } from './install-hold.entity.js';

const dueRow = z.object({ installId: z.string(), userId: z.string(), round: z.number() });
export type DueHold = z.infer<typeof dueRow>;

@Injectable()
export class HoldsRepository {
  constructor(private readonly db: Database) {}

  /**
   * Makes the install's row unless there is one; waits for a transaction that is just making it.
   *
   * @returns true when this call made it
   */
  async insertIfNew(
    tx: EntityManager,
    installId: string,
    userId: string,
    state: HoldState,
  ): Promise<boolean> {
    const inserted = await execute(
      tx,
      `INSERT INTO install_hold (install_id, user_id, state) VALUES ($1, $2, $3)
       ON CONFLICT (install_id) DO NOTHING`,
      [installId, userId, state],
    );
    return inserted > 0;
  }

  /** @throws CONFLICT when the install is another user's */
  async lockOwn(tx: EntityManager, installId: string, userId: string): Promise<InstallHoldEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    const hold = await tx.findOne(InstallHoldEntity, { where: { installId }, lock });
    if (!hold || hold.userId !== userId) throw holdErrors.ofAnotherUser();
    return hold;
  }

  async update(
    tx: EntityManager,
    installId: string,
    change: Partial<Omit<InstallHoldEntity, 'installId' | 'userId'>>,
  ): Promise<void> {
    await tx.update(InstallHoldEntity, { installId }, { ...change, updatedAt: new Date() });
  }

  /** Holds that are due for a question to install; each is postponed, so that replicas share the work. */
  claimDue(limit: number): Promise<DueHold[]> {
    return rows(
      this.db.manager,
      dueRow,
      // Not IN (SELECT … LIMIT): that may be scanned again for each row, and then claims more than the limit.
      `WITH due AS (
         SELECT install_id FROM install_hold WHERE state = 'held' AND next_check_at <= now()
          ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE install_hold AS h SET next_check_at = now() + interval '1 hour'
         FROM due WHERE h.install_id = due.install_id
       RETURNING h.install_id AS "installId", h.user_id AS "userId", h.round`,
      [limit],
    );
  }
}
