import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row } from '@casement/common/data/database/sql.js';
import { AccountDeletionEntity, type DeletionStep } from './account-deletion.entity.js';

/** Longer than two calls to install take: its claimer has then finished or died. */
const CLAIM_SECONDS = 30;

const deletionRow = z.object({
  userId: z.string(),
  id: z.string(),
  requestedBy: z.string(),
  step: z.enum(['closing', 'reopening']),
  claimedUntil: z.date(),
}) satisfies z.ZodType<AccountDeletionEntity>;

@Injectable()
export class AccountDeletionRepository {
  constructor(private readonly db: Database) {}

  /** Begins an attempt, claimed by the caller; it takes the place of one that is only being undone. */
  async begin(
    tx: EntityManager,
    deletion: Pick<AccountDeletionEntity, 'userId' | 'id' | 'requestedBy'>,
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO account_deletion (user_id, id, requested_by, step, claimed_until)
       VALUES ($1, $2, $3, 'closing', now() + make_interval(secs => $4))
       ON CONFLICT (user_id) DO UPDATE
         SET id = excluded.id, requested_by = excluded.requested_by, step = excluded.step,
           claimed_until = excluded.claimed_until`,
      [deletion.userId, deletion.id, deletion.requestedBy, CLAIM_SECONDS],
    );
  }

  /** Locks the attempt if it still stands where the caller saw it. */
  async hold(
    tx: EntityManager,
    { userId, id }: AccountDeletionEntity,
    step: DeletionStep,
  ): Promise<boolean> {
    const held = await tx.findOne(AccountDeletionEntity, {
      where: { userId, id, step },
      lock: { mode: 'pessimistic_write' },
    });
    return held !== null;
  }

  /** Given up; due at once, for the process that notifies install. */
  async giveUp(tx: EntityManager, { userId, id }: AccountDeletionEntity): Promise<void> {
    await tx.update(
      AccountDeletionEntity,
      { userId, id },
      { step: 'reopening', claimedUntil: new Date() },
    );
  }

  async end(
    { userId, id }: AccountDeletionEntity,
    tx: EntityManager = this.db.manager,
  ): Promise<void> {
    await tx.delete(AccountDeletionEntity, { userId, id });
  }

  /** The attempt whose claim expired first, for this process alone while the claim lasts. */
  claimAbandoned(now: Date): Promise<AccountDeletionEntity | null> {
    return row(
      this.db.manager,
      deletionRow,
      `UPDATE account_deletion SET claimed_until = $1::timestamptz + make_interval(secs => $2)
       WHERE user_id = (
         SELECT user_id FROM account_deletion WHERE claimed_until <= $1
         ORDER BY claimed_until LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING user_id AS "userId", id, requested_by AS "requestedBy", step,
         claimed_until AS "claimedUntil"`,
      [now, CLAIM_SECONDS],
    );
  }
}
