import { Injectable } from '@nestjs/common';
import { LessThan, type EntityManager } from 'typeorm';
import type { RecoveriesQuery, RecoveryStatus } from '@casement/proto/http/security/recovery.js';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { offsetOf } from '@casement/common/http/reply.js';
import { TallyRepository } from '../tally/tally.repository.js';
import { RecoveryEntity } from './recovery.entity.js';

export type NewRecovery = Pick<RecoveryEntity, 'ip' | 'recoveryType' | 'triggeredBy' | 'reason'>;

export interface RecoveryCounts {
  success: number;
  failed: number;
  in_progress: number;
  /** Of the successful ones. */
  averageMs: number;
}

@Injectable()
export class RecoveriesRepository {
  constructor(
    private readonly db: Database,
    private readonly tally: TallyRepository,
  ) {}

  async insert(tx: EntityManager, recovery: NewRecovery): Promise<RecoveryEntity> {
    const now = new Date();
    const row: RecoveryEntity = {
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
    await tx.insert(RecoveryEntity, row);
    return row;
  }

  find(id: string): Promise<RecoveryEntity | null> {
    return this.db.manager.findOneBy(RecoveryEntity, { id });
  }

  lock(tx: EntityManager, id: string): Promise<RecoveryEntity | null> {
    return tx.findOne(RecoveryEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Newest first. */
  async page(query: RecoveriesQuery): Promise<{ rows: RecoveryEntity[]; total: number }> {
    const kinds = query.status === 'all' ? undefined : [query.status];
    const [place, tallied] = await Promise.all([
      this.tally.placeOf('recovery', offsetOf(query), kinds),
      this.tally.counts('recovery'),
    ]);
    const total = tallied
      .filter(({ kind }) => kinds?.includes(kind as RecoveryStatus) ?? true)
      .reduce((sum, { rows }) => sum + rows, 0);
    if (!place) return { rows: [], total };
    const rows = await this.db.manager.find(RecoveryEntity, {
      where: {
        ...(query.status !== 'all' && { status: query.status }),
        ...(place.before && { startedAt: LessThan(place.before) }),
      },
      order: { startedAt: 'DESC', id: 'DESC' },
      take: query.pageSize,
      skip: place.skip,
    });
    return { rows, total };
  }

  async counts(): Promise<RecoveryCounts> {
    const counts = { success: 0, failed: 0, in_progress: 0, averageMs: 0 };
    for (const { kind, rows, extra } of await this.tally.counts('recovery')) {
      counts[kind as RecoveryStatus] = rows;
      if (kind === 'success' && rows > 0) counts.averageMs = Math.round(extra / rows);
    }
    return counts;
  }

  /**
   * Takes one that is due for its next try; nobody else takes it before `leaseMs` are over.
   * @param id this one only
   */
  async claim(leaseMs: number, id: string | null = null): Promise<RecoveryEntity | undefined> {
    const [row] = await this.db.query<{ id: string }>(
      `WITH claimed AS (
         UPDATE recovery SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
          WHERE id = (SELECT id FROM recovery
                       WHERE status = 'in_progress' AND next_attempt_at <= now()
                         AND ($2::uuid IS NULL OR id = $2)
                       ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id)
       SELECT id FROM claimed`,
      [leaseMs / 1_000, id],
    );
    return row && ((await this.find(row.id)) ?? undefined);
  }

  /** @returns false when it is under way no more (it was cancelled) */
  async settle(
    tx: EntityManager,
    id: string,
    status: 'success' | 'failed',
    said: { result?: string; error?: string },
  ): Promise<boolean> {
    const { affected } = await tx.update(
      RecoveryEntity,
      { id, status: 'in_progress' },
      { status, finishedAt: new Date(), result: said.result ?? '', error: said.error ?? '' },
    );
    return affected === 1;
  }

  async putOff(id: string, waitMs: number, error: string): Promise<void> {
    await this.db.manager.update(
      RecoveryEntity,
      { id, status: 'in_progress' },
      { nextAttemptAt: new Date(Date.now() + waitMs), error },
    );
  }

  /** Begins anew: its time and its tries are counted from now. */
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

  /** True for one replica per interval. */
  async claimCheck(intervalMs: number): Promise<boolean> {
    const rows = await this.db.query(
      `WITH claimed AS (
         UPDATE recovery_check SET last_check = now()
          WHERE last_check IS NULL OR last_check <= now() - make_interval(secs => $1)
         RETURNING last_check)
       SELECT last_check FROM claimed`,
      [intervalMs / 1_000],
    );
    return rows.length === 1;
  }

  async lastCheck(): Promise<Date | null> {
    const [row] = await this.db.query<{ at: Date | null }>(
      'SELECT last_check AS at FROM recovery_check',
    );
    return row?.at ?? null;
  }
}
