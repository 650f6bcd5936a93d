import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import { claimDue } from '@casement/common/data/jobs/claim-due.js';
import { UserDeletionEntity } from './user-deletion.entity.js';

/** Longer than two calls to install take, so a process whose claim has expired has finished or crashed. */
const CLAIM_MS = 30_000;

const deletionRow = z.object({
  userId: z.string(),
  id: z.string(),
  requestedBy: z.string(),
  step: z.enum(['closing', 'reopening']),
});
export type UserDeletion = z.infer<typeof deletionRow>;

@Injectable()
export class DeletedUsersRepository {
  constructor(private readonly db: Database) {}

  /** Starts an attempt that is claimed by the caller. It replaces an attempt that is being undone. */
  async begin(tx: EntityManager, deletion: Omit<UserDeletion, 'step'>): Promise<void> {
    await execute(
      tx,
      `INSERT INTO account_deletion (user_id, id, requested_by, step, claimed_until)
       VALUES ($1, $2, $3, 'closing', now() + make_interval(secs => $4))
       ON CONFLICT (user_id) DO UPDATE
         SET id = excluded.id, requested_by = excluded.requested_by, step = excluded.step,
           claimed_until = excluded.claimed_until`,
      [deletion.userId, deletion.id, deletion.requestedBy, CLAIM_MS / 1_000],
    );
  }

  /** Locks the attempt. @returns whether it is still in the given step */
  async lock(
    tx: EntityManager,
    { userId, id }: UserDeletion,
    step: UserDeletion['step'],
  ): Promise<boolean> {
    const locked = await tx.findOne(UserDeletionEntity, {
      where: { userId, id, step },
      lock: { mode: 'pessimistic_write' },
    });
    return locked !== null;
  }

  /** Marks the attempt as given up and due so that a worker notifies install. */
  async giveUp(tx: EntityManager, { userId, id }: UserDeletion): Promise<void> {
    await tx.update(
      UserDeletionEntity,
      { userId, id },
      { step: 'reopening', claimedUntil: new Date() },
    );
  }

  async end({ userId, id }: UserDeletion, tx: EntityManager = this.db.manager): Promise<void> {
    await tx.delete(UserDeletionEntity, { userId, id });
  }

  async claimAbandoned(): Promise<UserDeletion | undefined> {
    const [deletion] = await claimDue(this.db.manager, deletionRow, 'account_deletion', {
      due: 'claimed_until',
      key: 'user_id',
      claimMs: CLAIM_MS,
      limit: 1,
    });
    return deletion;
  }
}
