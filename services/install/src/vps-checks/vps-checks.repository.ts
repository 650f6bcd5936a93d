import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { one, row } from '@casement/common/data/database/sql.js';
import { nextTurn, type TurnTable } from '@casement/common/data/jobs/next-turn.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import type { VpsTarget } from '../vps-access/vps-targets.js';
import { VpsCheckEntity } from './vps-check.entity.js';

const fingerprintRow = z.object({ fingerprint: z.string() });
const failureCounts = z.object({
  byUser: z.number(),
  inBatches: z.number(),
  onAddress: z.number(),
});
const checkCounts = z.object({ byUser: z.number(), byClient: z.number(), onAddress: z.number() });
const IN_BATCHES = { true: 'batch_id IS NOT NULL', false: 'batch_id IS NULL' };
export type CheckCounts = z.infer<typeof checkCounts>;

export const CHECK_TURNS: TurnTable = {
  table: 'vps_check',
  open: `status IN ('pending', 'running')`,
  waiting: `status = 'pending'`,
  owner: 'user_id',
};

@Injectable()
export class VpsChecksRepository {
  constructor(private readonly db: Database) {}

  /** @returns false if the user or the VPS has an open check */
  async insert(
    tx: EntityManager,
    row: Partial<VpsCheckEntity> & Pick<VpsCheckEntity, 'userId'>,
  ): Promise<boolean> {
    const turn = await nextTurn(tx, CHECK_TURNS, row.userId);
    const result = await tx
      .createQueryBuilder()
      .insert()
      .into(VpsCheckEntity)
      .values({ ...row, turn })
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length === 1;
  }

  /** @throws if the check was deleted with its user */
  get(id: string): Promise<VpsCheckEntity> {
    return this.db.manager.findOneByOrFail(VpsCheckEntity, { id });
  }

  /** Counts checks since `since` by this user and this client (either in batches or outside), and of this VPS. */
  async countSince(
    tx: EntityManager,
    { userId, client, ip, sshPort }: Pick<VpsCheckEntity, 'userId' | 'client'> & VpsTarget,
    { since, inBatch }: { since: Date; inBatch: boolean },
  ): Promise<CheckCounts> {
    const kind = IN_BATCHES[`${inBatch}`];
    const counts = await row(
      tx,
      checkCounts,
      `SELECT count(*) FILTER (WHERE user_id = $1 AND ${kind})::int AS "byUser",
              count(*) FILTER (WHERE client = $2 AND ${kind})::int AS "byClient",
              count(*) FILTER (WHERE ip = $3 AND ssh_port IS NOT DISTINCT FROM $5::int)::int AS "onAddress"
       FROM vps_check WHERE created_at > $4 AND (user_id = $1 OR client = $2 OR ip = $3)`,
      [userId, client, ip, since, sshPort],
    );
    return counts ?? { byUser: 0, byClient: 0, onAddress: 0 };
  }

  /** Returns the chunks that a token grants, or `null` if no running check has the token. */
  async chunksOf(tokenHash: string): Promise<string[] | null> {
    const check = await this.db.manager.findOneBy(VpsCheckEntity, { tokenHash, status: 'running' });
    return check?.tokenChunks ?? null;
  }

  countFailures(
    tx: EntityManager,
    by: VpsTarget & { userId: string; codes: readonly FailureCode[]; since: Date },
  ): Promise<z.output<typeof failureCounts>> {
    return one(
      tx,
      failureCounts,
      `SELECT count(*) FILTER (WHERE user_id = $1 AND batch_id IS NULL)::int AS "byUser",
              count(*) FILTER (WHERE user_id = $1 AND batch_id IS NOT NULL)::int AS "inBatches",
              count(*) FILTER (WHERE ip = $2 AND ssh_port IS NOT DISTINCT FROM $5::int)::int AS "onAddress"
       FROM vps_check
       WHERE finished_at > $3 AND status = 'failed' AND (user_id = $1 OR ip = $2)
         AND state->'failure'->>'code' = ANY ($4)`,
      [by.userId, by.ip, by.since, by.codes, by.sshPort],
    );
  }

  /**
   * Returns and clears the host key seen by this user's last passed check of the VPS. It is used only once because a
   * VPS that is reinstalled later has a new key.
   */
  async takeFingerprint(
    tx: EntityManager,
    { userId, ip, sshPort }: VpsTarget & { userId: string },
  ): Promise<string | null> {
    const taken = await row(
      tx,
      fingerprintRow,
      `WITH checked AS (
         SELECT id, fingerprint FROM vps_check
         WHERE user_id = $1 AND ip = $2 AND ssh_port IS NOT DISTINCT FROM $3::int AND fingerprint IS NOT NULL
         ORDER BY created_at DESC LIMIT 1),
       used AS (UPDATE vps_check SET fingerprint = NULL WHERE id = (SELECT id FROM checked))
       SELECT fingerprint FROM checked`,
      [userId, ip, sshPort],
    );
    return taken?.fingerprint ?? null;
  }
}
