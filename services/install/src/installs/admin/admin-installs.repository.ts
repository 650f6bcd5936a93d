import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual, type EntityManager } from 'typeorm';
import { z } from 'zod';
import {
  ACTIVE_INSTALL_STATUSES,
  installStatus,
  type AdminInstallsQuery,
  type InstallStatus,
} from '@casement/proto/http/install.js';
import {
  condition,
  escapeLike,
  raw,
  type Condition,
} from '@casement/common/data/database/condition.js';
import { newestIdFirst, type Order } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { inOrder, listEntities, type ListPage } from '@casement/common/data/database/list-page.js';
import { idRow, rows } from '@casement/common/data/database/sql.js';
import { InstallEntity } from '../install.entity.js';
import { EXACT_COUNT } from '../installs.repository.js';
import { statusesOf } from '../status-filter.js';

const statusRow = z.object({ status: installStatus, count: z.number() });
const dayRow = z.object({ date: z.string(), status: installStatus, count: z.number() });
const hourRow = z.object({ hour: z.date(), what: z.string(), count: z.number() });

/** Exactly as the index on it is written. No address or username holds a line break. */
const SEARCHED = `lower(ip || E'\\n' || coalesce(username, ''))`;
/** Beyond it the matches of a search are not counted: that would cost what the index saves. */
const MAX_COUNTED = 1_000;

/** Everyone's installs, for administrators. Those not yet paid for (`reserving`) are not there. */
@Injectable()
export class AdminInstallsRepository {
  constructor(private readonly db: Database) {}

  /** Newest first unless sorted. The total is exact; with a search, up to MAX_COUNTED. */
  page({
    search,
    status,
    user,
    sort,
    order,
    ...page
  }: AdminInstallsQuery): Promise<ListPage<InstallEntity>> {
    return listEntities(this.db.manager, InstallEntity, {
      where: [
        condition`status = ANY (${statusesOf(status)})`,
        user !== undefined && condition`user_id = ${user}`,
        search !== '' && matching(search),
      ],
      orderBy: orderBy(sort, order === 'desc'),
      page,
      countCap: search === '' ? EXACT_COUNT : MAX_COUNTED,
    });
  }

  async find(id: string): Promise<InstallEntity | null> {
    const row = await this.db.manager.findOneBy(InstallEntity, { id });
    return row?.status === 'reserving' ? null : row;
  }

  lock(tx: EntityManager, id: string): Promise<InstallEntity | null> {
    return tx.findOne(InstallEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.delete(InstallEntity, { id });
  }

  /** Newest first. */
  active(limit: number): Promise<InstallEntity[]> {
    return this.db.manager.find(InstallEntity, {
      where: { status: In([...ACTIVE_INSTALL_STATUSES]) },
      order: { id: 'DESC' },
      take: limit,
    });
  }

  /** By their last change of status, latest first. */
  async changedLast(limit: number, statuses: InstallStatus[]): Promise<InstallEntity[]> {
    const { manager } = this.db;
    const changed = await rows(
      manager,
      idRow,
      `SELECT id FROM install WHERE status = ANY ($2)
       ORDER BY status_changed_at DESC, id DESC LIMIT $1`,
      [limit, statuses],
    );
    return inOrder(
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

  /** Installs started on this day (Jakarta's, as 2026-11-21) or later, by day and present status. */
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

  /** By hour from `first` on: how many were started, and how many ended as completed or failed. */
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

  /** The installs that failed from `first` on, latest first. */
  failedSince(first: Date, limit: number): Promise<InstallEntity[]> {
    return this.db.manager.find(InstallEntity, {
      where: { status: 'failed', statusChangedAt: MoreThanOrEqual(first) },
      order: { statusChangedAt: 'DESC', id: 'DESC' },
      take: limit,
    });
  }
}

/** Newest first of one status, either way: so the index on it is. Ids have the order of their making. */
function orderBy(sort: AdminInstallsQuery['sort'], descending: boolean): Order {
  if (sort === 'created_at') return { ...newestIdFirst, descending };
  const columns = { status: 'text', id: 'uuid' } as const;
  return descending ? { columns, descending } : { columns, descending, turned: ['id'] };
}

/** A status is found as it is stored and as the table shows it. */
function matching(search: string): Condition {
  const text = search.toLowerCase();
  const pattern = `%${escapeLike(text)}%`;
  const named = installStatus.options.filter((name) =>
    [name, name.replaceAll('_', ' ')].some((word) => word.includes(text)),
  );
  return condition`${raw(SEARCHED)} LIKE ${pattern} OR status = ANY (${named})`;
}
