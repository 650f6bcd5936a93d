import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { execute, one } from '@casement/common/data/database/sql.js';
import type { RdpProof } from '@casement/install-engine/convert/state.js';
import { InstallEntity } from '../install.entity.js';

const checksRow = z.object({ ofInstall: z.number(), byUser: z.number() });

@Injectable()
export class RdpRepository {
  /** Locks the next password that is due for erasure and not locked by another replica. */
  lockPasswordDue(tx: EntityManager, endedBefore: Date): Promise<InstallEntity | null> {
    return tx.findOne(InstallEntity, {
      where: { rdpPassword: Not(IsNull()), finishedAt: LessThan(endedBefore) },
      order: { finishedAt: 'ASC' },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** Uses raw SQL because `updated_at`, which customers see as the last change, must not change. */
  async erasePassword(
    tx: EntityManager,
    id: string,
    agentState: InstallEntity['agentState'],
  ): Promise<void> {
    // A replica without these columns may have ended the install.
    await execute(
      tx,
      `UPDATE install SET rdp_password = NULL, account_password = NULL, product_key = NULL,
         script_sealed = NULL, agent_state = $2
       WHERE id = $1`,
      [id, agentState],
    );
  }

  /** Counts the owner's password checks since `since`, of this install and of all their installs. */
  countChecks(
    tx: EntityManager,
    { id, userId }: Pick<InstallEntity, 'id' | 'userId'>,
    since: Date,
  ): Promise<z.output<typeof checksRow>> {
    return one(
      tx,
      checksRow,
      `SELECT count(*) FILTER (WHERE id = $1)::int AS "ofInstall", count(*)::int AS "byUser"
       FROM install CROSS JOIN unnest(rdp_checked_at) AS checked WHERE user_id = $2 AND checked > $3`,
      [id, userId, since],
    );
  }

  /** Adds a check and removes those before `since`. */
  async addCheck(tx: EntityManager, id: string, since: Date): Promise<void> {
    await execute(
      tx,
      `UPDATE install SET rdp_checked_at =
         ARRAY(SELECT checked FROM unnest(rdp_checked_at) AS checked WHERE checked > $2) || now()
       WHERE id = $1`,
      [id, since],
    );
  }

  /** Only for ended installs, whose state is no longer written by a worker. */
  async storeProof(
    tx: EntityManager,
    { id, engineState }: Pick<InstallEntity, 'id' | 'engineState'>,
    rdp: RdpProof,
  ): Promise<void> {
    await tx.update(InstallEntity, { id }, { engineState: { ...engineState, rdp } });
  }
}
