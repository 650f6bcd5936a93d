import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { recoveryStatus, type RecoveriesQuery } from '@casement/proto/http/security/recovery.js';
import { condition } from '@casement/common/data/database/condition.js';
import { newestFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities } from '@casement/common/data/database/list-page.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { execute, idRow, row, rows } from '@casement/common/data/database/sql.js';
import { claimDue } from '@casement/common/data/jobs/claim-due.js';
import { RecoveryEntity } from './recovery.entity.js';

type NewRecovery = Pick<RecoveryEntity, 'ip' | 'recoveryType' | 'triggeredBy' | 'reason'>;

export interface RecoveryCounts {
  success: number;
  failed: number;
  in_progress: number;
  /** Average duration of successful recoveries, in ms. */
  averageMs: number;
}

const countRow = z.object({ status: recoveryStatus, count: z.number(), averageMs: z.number() });
const checkRow = z.object({ at: z.date().nullable() });

@Injectable()
export class RecoveriesRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: EntityManager, recovery: NewRecovery): Promise<RecoveryEntity> {
    const now = new Date();
    const entity: RecoveryEntity = {
      ...recovery,
      id: newId(),
      status: 'in_progress',
      attempts: 0,
      nextAttemptAt: now,
      error: '',
      result: '',
      startedAt: now,
      finishedAt: null,
    };
    await tx.insert(RecoveryEntity, entity);
    return entity;
  }

  find(id: string): Promise<RecoveryEntity | null> {
    return this.db.manager.findOneBy(RecoveryEntity, { id });
  }

  lock(tx: EntityManager, id: string): Promise<RecoveryEntity | null> {
    return tx.findOne(RecoveryEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Newest first. */
  page(query: RecoveriesQuery) {
    return listEntities(this.db.manager, RecoveryEntity, {
      where: [query.status !== 'all' && condition`status = ${query.status}`],
      orderBy: newestFirst('started_at'),
      page: query,
    });
  }

  /** Counts the recoveries by status with an index-only scan. */
  async counts(): Promise<RecoveryCounts> {
    const found = await rows(
      this.db.manager,
      countRow,
      `SELECT status, count(*)::int AS count,
              coalesce(round(avg(extract(epoch FROM finished_at - started_at)) * 1000), 0)::int AS "averageMs"
         FROM recovery GROUP BY status`,
    );
    const counts = { success: 0, failed: 0, in_progress: 0, averageMs: 0 };
    for (const { status, count, averageMs } of found) {
      counts[status] = count;
      if (status === 'success') counts.averageMs = averageMs;
    }
    return counts;
  }

  /** Claims a recovery that is due for its next attempt; only this one if `id` is set. */
  async claim(claimMs: number, id: string | null = null): Promise<RecoveryEntity | null> {
    const [claimed] = await claimDue(this.db.manager, idRow, 'recovery', {
      due: 'next_attempt_at',
      open: `status = 'in_progress' AND ($3::uuid IS NULL OR id = $3)`,
      parameters: [id],
      set: 'attempts = attempts + 1',
      claimMs,
      limit: 1,
    });
    return claimed ? this.find(claimed.id) : null;
  }

  /**
   * Stores the outcome of a recovery.
   *
   * @returns false if it is no longer in progress, because it was cancelled
   */
  async settle(
    tx: EntityManager,
    id: string,
    status: 'success' | 'failed',
    report: { result?: string; error?: string },
  ): Promise<boolean> {
    const { affected } = await tx.update(
      RecoveryEntity,
      { id, status: 'in_progress' },
      { status, finishedAt: new Date(), result: report.result ?? '', error: report.error ?? '' },
    );
    return affected === 1;
  }

  async postpone(id: string, waitMs: number, error: string): Promise<void> {
    await this.db.manager.update(
      RecoveryEntity,
      { id, status: 'in_progress' },
      { nextAttemptAt: new Date(Date.now() + waitMs), error },
    );
  }

  /** Restarts a recovery. Its duration and attempts start from zero. */
  async restart(tx: EntityManager, id: string): Promise<void> {
    const now = new Date();
    await tx.update(
      RecoveryEntity,
      { id },
      {
        status: 'in_progress',
        attempts: 0,
        nextAttemptAt: now,
        startedAt: now,
        finishedAt: null,
        error: '',
        result: '',
      },
    );
  }

  /** Claims the check of this interval. Returns true for only one replica. */
  async claimCheck(intervalMs: number): Promise<boolean> {
    const claimed = await execute(
      this.db.manager,
      `UPDATE recovery_check SET last_check = now()
        WHERE last_check IS NULL OR last_check <= now() - make_interval(secs => $1)`,
      [intervalMs / 1_000],
    );
    return claimed === 1;
  }

  async lastCheck(): Promise<Date | null> {
    const check = await row(
      this.db.manager,
      checkRow,
      'SELECT last_check AS at FROM recovery_check',
    );
    return check?.at ?? null;
  }
}
