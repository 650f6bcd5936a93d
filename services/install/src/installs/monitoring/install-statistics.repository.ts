import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual } from 'typeorm';
import { z } from 'zod';
import {
  ACTIVE_INSTALL_STATUSES,
  installStatus,
  type InstallStatus,
} from '@casement/proto/http/install/install.js';
import type { OutcomeSeries, SeriesUnit } from '@casement/proto/http/series.js';
import { Database } from '@casement/common/data/database/database.js';
import {
  sinceFirstPeriod,
  PERIODS,
  seriesParameters,
  splitSeries,
  START,
  startOf,
} from '@casement/common/data/database/series.js';
import { findInOrder } from '@casement/common/data/database/list-page.js';
import { idRow, rows } from '@casement/common/data/database/sql.js';
import { InstallEntity } from '../install.entity.js';

const statusRow = z.object({ status: installStatus, count: z.number() });
const dayRow = z.object({ date: z.string(), status: installStatus, count: z.number() });
const hourRow = z.object({ hour: z.date(), what: z.string(), count: z.number() });
const failureTrait = z.enum(['code', 'provider', 'version']);
export type FailureTrait = z.infer<typeof failureTrait>;
const groupRow = z.object({
  trait: failureTrait,
  name: z.string(),
  failed: z.number(),
  ended: z.number(),
});
const point = z.object({ start: z.string(), completed: z.number(), failed: z.number() });

@Injectable()
export class InstallStatisticsRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. */
  active(limit: number): Promise<InstallEntity[]> {
    return this.db.manager.find(InstallEntity, {
      where: { status: In([...ACTIVE_INSTALL_STATUSES]) },
      order: { id: 'DESC' },
      take: limit,
    });
  }

  /** Sorted by the time of the last status change, newest first. */
  async changedLast(limit: number, statuses: InstallStatus[]): Promise<InstallEntity[]> {
    const { manager } = this.db;
    const changed = await rows(
      manager,
      idRow,
      `SELECT id FROM install WHERE status = ANY ($2)
       ORDER BY status_changed_at DESC, id DESC LIMIT $1`,
      [limit, statuses],
    );
    return findInOrder(
      manager,
      InstallEntity,
      changed.map(({ id }) => id),
    );
  }

  async countByStatus(): Promise<Map<InstallStatus, number>> {
    const counts = await rows(
      this.db.manager,
      statusRow,
      `SELECT status, count(*)::int AS count FROM install
       WHERE status <> 'reserving' GROUP BY status`,
    );
    return new Map(counts.map(({ status, count }) => [status, count]));
  }

  /** Counts installs by day of creation (Jakarta time) and current status. @param first date like 2026-11-21 */
  countByDay(first: string): Promise<{ date: string; status: InstallStatus; count: number }[]> {
    return rows(
      this.db.manager,
      dayRow,
      `SELECT to_char(created_at AT TIME ZONE 'Asia/Jakarta', 'YYYY-MM-DD') AS date, status,
              count(*)::int AS count
       FROM install
       WHERE created_at >= $1::date::timestamp AT TIME ZONE 'Asia/Jakarta' AND status <> 'reserving'
       GROUP BY 1, 2`,
      [first],
    );
  }

  /** Counts started, completed and failed installs by hour. */
  countByHour(first: Date): Promise<{ hour: Date; what: string; count: number }[]> {
    return rows(
      this.db.manager,
      hourRow,
      `SELECT date_trunc('hour', created_at, 'UTC') AS hour, 'started' AS what, count(*)::int AS count
       FROM install WHERE created_at >= $1 AND status <> 'reserving' GROUP BY 1
       UNION ALL
       SELECT date_trunc('hour', status_changed_at, 'UTC'), status, count(*)::int
       FROM install WHERE status_changed_at >= $1 AND status IN ('completed', 'failed') GROUP BY 1, 2`,
      [first],
    );
  }

  /** Newest first. */
  failedSince(first: Date, limit: number): Promise<InstallEntity[]> {
    return this.db.manager.find(InstallEntity, {
      where: { status: 'failed', statusChangedAt: MoreThanOrEqual(first) },
      order: { statusChangedAt: 'DESC', id: 'DESC' },
      take: limit,
    });
  }

  /**
   * Counts the failed installs of the last days by failure code, provider and Windows version, most failures first.
   * The provider is the finding of the virtualization check: a provider's name or its software.
   */
  failureGroups(
    days: number,
    limit: number,
  ): Promise<{ trait: FailureTrait; name: string; failed: number; ended: number }[]> {
    return rows(
      this.db.manager,
      groupRow,
      `WITH ended AS (
         SELECT status, win_name, engine_state->'failure'->>'code' AS code,
                (SELECT c->>'found' FROM jsonb_array_elements(engine_state->'checks') c
                  WHERE c->>'name' = 'virtualisation' LIMIT 1) AS provider
         FROM install
         WHERE status_changed_at >= now() - make_interval(days => $1) AND status IN ('completed', 'failed')
       ), groups AS (
         SELECT trait, coalesce(name, '') AS name,
                count(*) FILTER (WHERE status = 'failed')::int AS failed, count(*)::int AS ended
         FROM ended CROSS JOIN LATERAL
           (VALUES ('code', code), ('provider', provider), ('version', win_name)) traits (trait, name)
         WHERE trait <> 'code' OR status = 'failed'
         GROUP BY 1, 2
       )
       SELECT trait, name, failed, ended FROM (
         SELECT *, row_number() OVER (PARTITION BY trait ORDER BY failed DESC, name) AS place
         FROM groups WHERE failed > 0
       ) placed WHERE place <= $2 ORDER BY trait, place`,
      [days, limit],
    );
  }

  /**
   * Counts completed and failed installs per day, week or month until `now`, and in the preceding period of equal
   * length.
   */
  async outcomes(unit: SeriesUnit, now: Date): Promise<OutcomeSeries> {
    const points = await rows(
      this.db.manager,
      point,
      `WITH ${PERIODS}, ended AS (
         SELECT ${startOf('status_changed_at')} AS start,
                count(*) FILTER (WHERE status = 'completed')::int AS completed,
                count(*) FILTER (WHERE status = 'failed')::int AS failed
         FROM install WHERE ${sinceFirstPeriod('status_changed_at')} AND status IN ('completed', 'failed') GROUP BY 1)
       SELECT ${START} AS start, coalesce(completed, 0) AS completed, coalesce(failed, 0) AS failed
       FROM periods LEFT JOIN ended USING (start) ORDER BY periods.start`,
      seriesParameters(unit, now),
    );
    return splitSeries(unit, points);
  }
}
