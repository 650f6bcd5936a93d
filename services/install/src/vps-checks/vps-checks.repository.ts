import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { row } from '@casement/common/data/database/sql.js';
import { nextTurn, type TurnTable } from '@casement/common/data/jobs/next-turn.js';
import { VpsCheckEntity } from './vps-check.entity.js';

const knownRow = z.object({ known: z.number(), seconds: z.number().nullable() });

const checkCounts = z.object({ byUser: z.number(), byClient: z.number(), onAddress: z.number() });
const IN_BATCHES = { true: 'batch_id IS NOT NULL', false: 'batch_id IS NULL' };
export type CheckCounts = z.infer<typeof checkCounts>;

/** Installs that the usual overhead is taken from, and how many it needs: fewer would make one odd VPS the rule. */
const OVERHEAD_SAMPLE = 20;
const MIN_OVERHEAD_SAMPLE = 5;

/** In which order checks get to a worker. */
export const CHECK_TURNS: TurnTable = {
  table: 'vps_check',
  open: `status IN ('pending', 'running')`,
  waiting: `status = 'pending'`,
  owner: 'user_id',
};

/** SQL of the checks. */
@Injectable()
export class VpsChecksRepository {
  constructor(private readonly db: Database) {}

  /** False while the user, or the address, has another one under way. */
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

  findOf(userId: string, id: string): Promise<VpsCheckEntity | null> {
    return this.db.manager.findOneBy(VpsCheckEntity, { id, userId });
  }

  /** The user's latest check of this address. */
  findLatest(userId: string, ip: string): Promise<VpsCheckEntity | null> {
    return this.db.manager.findOne(VpsCheckEntity, {
      where: { userId, ip },
      order: { createdAt: 'DESC' },
    });
  }

  /** @throws where its user was deleted, and the check with it */
  get(id: string): Promise<VpsCheckEntity> {
    return this.db.manager.findOneByOrFail(VpsCheckEntity, { id });
  }

  /** The checks since then that this user asked for, this client, both in batches or on their own, and those of this address. */
  async countSince(
    tx: EntityManager,
    { userId, client, ip }: Pick<VpsCheckEntity, 'userId' | 'client' | 'ip'>,
    { since, inBatch }: { since: Date; inBatch: boolean },
  ): Promise<CheckCounts> {
    const kind = IN_BATCHES[`${inBatch}`];
    const counts = await row(
      tx,
      checkCounts,
      `SELECT count(*) FILTER (WHERE user_id = $1 AND ${kind})::int AS "byUser",
              count(*) FILTER (WHERE client = $2 AND ${kind})::int AS "byClient",
              count(*) FILTER (WHERE ip = $3)::int AS "onAddress"
       FROM vps_check WHERE created_at > $4 AND (user_id = $1 OR client = $2 OR ip = $3)`,
      [userId, client, ip, since],
    );
    return counts ?? { byUser: 0, byClient: 0, onAddress: 0 };
  }

  /** The chunks that a token opens; null where no running check has it. */
  async chunksOf(tokenHash: string): Promise<string[] | null> {
    const check = await this.db.manager.findOneBy(VpsCheckEntity, { tokenHash, status: 'running' });
    return check?.tokenChunks ?? null;
  }

  /**
   * What the last installs took beside the time that fetching their image was expected to take: the median in seconds.
   * Null where too few are known.
   */
  async usualOverhead(): Promise<number | null> {
    const usual = await row(
      this.db.manager,
      knownRow,
      `SELECT count(*)::int AS known,
              percentile_cont(0.5) WITHIN GROUP (ORDER BY took - expected) AS seconds
       FROM (
         SELECT id, (engine_state->>'expectedSeconds')::float AS expected
         FROM install WHERE status = 'completed' ORDER BY id DESC LIMIT ${OVERHEAD_SAMPLE}
       ) AS latest
       CROSS JOIN LATERAL (
         SELECT extract(epoch FROM max(finished_at) FILTER (WHERE name = 'verify' AND outcome = 'done')
                - min(started_at))::float AS took
         FROM install_step WHERE install_id = latest.id
       ) AS steps
       WHERE took > expected`,
    );
    return usual && usual.known >= MIN_OVERHEAD_SAMPLE ? usual.seconds : null;
  }
}
