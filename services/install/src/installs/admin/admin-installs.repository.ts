import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import {
  ACTIVE_INSTALL_STATUSES,
  installStatus,
  type AdminInstallsQuery,
  type InstallFilter,
  type InstallStatus,
} from '@casement/proto/http/install.js';
import { Database } from '@casement/common/database/database.js';
import { offsetOf } from '@casement/common/http/reply.js';
import { InstallEntity } from '../install.entity.js';

/** As the index on it is written, word for word. No address or username holds a line break. */
const SEARCHED = `lower(ip || E'\\n' || coalesce(username, ''))`;
/** Beyond it a search is not counted further: looking at every match would cost what the search saves. */
const MOST_COUNTED = 1_000;

/** Everyone's installs, for administrators. Those not yet paid for (`reserving`) are not there. */
@Injectable()
export class AdminInstallsRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. The total is exact; with a search, up to MOST_COUNTED. */
  async page(query: AdminInstallsQuery): Promise<{ rows: InstallEntity[]; total: number }> {
    const { where, parameters } = condition(query);
    const [ids, [{ total }]] = await Promise.all([
      this.db.query<{ id: string }>(
        `SELECT id FROM install WHERE ${where} ORDER BY id DESC
         LIMIT ${query.pageSize} OFFSET ${offsetOf(query)}`,
        parameters,
      ),
      this.db.query<{ total: number }>(
        query.search === ''
          ? `SELECT count(*)::int AS total FROM install WHERE ${where}`
          : `SELECT count(*)::int AS total
             FROM (SELECT 1 FROM install WHERE ${where} LIMIT ${MOST_COUNTED}) AS matches`,
        parameters,
      ),
    ]);
    return { rows: await this.inOrder(ids), total };
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
    return this.inOrder(
      await this.db.query<{ id: string }>(
        `SELECT id FROM install WHERE status = ANY ($2)
         ORDER BY status_changed_at DESC, id DESC LIMIT $1`,
        [limit, statuses],
      ),
    );
  }

  async countByStatus(): Promise<Map<InstallStatus, number>> {
    const rows = await this.db.query<{ status: InstallStatus; count: number }>(
      `SELECT status, count(*)::int AS count FROM install
       WHERE status <> 'reserving' GROUP BY status`,
    );
    return new Map(rows.map(({ status, count }) => [status, count]));
  }

  /** Installs started on this day (Jakarta's, as 2026-11-21) or later, by day and present status. */
  countByDay(first: string): Promise<{ date: string; status: InstallStatus; count: number }[]> {
    return this.db.query(
      `SELECT to_char(created_at AT TIME ZONE 'Asia/Jakarta', 'YYYY-MM-DD') AS date, status,
              count(*)::int AS count
       FROM install
       WHERE created_at >= $1::date::timestamp AT TIME ZONE 'Asia/Jakarta' AND status <> 'reserving'
       GROUP BY 1, 2`,
      [first],
    );
  }

  private async inOrder(found: { id: string }[]): Promise<InstallEntity[]> {
    const ids = found.map(({ id }) => id);
    const rows = await this.db.manager.findBy(InstallEntity, { id: In(ids) });
    return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  }
}

/** What PostgreSQL's LIKE takes for a wildcard stands for itself. */
function condition({ search, status }: AdminInstallsQuery) {
  const parameters: unknown[] = [statusesOf(status)];
  if (search === '') return { where: 'status = ANY ($1)', parameters };
  const text = search.toLowerCase();
  parameters.push(
    `%${text.replace(/[\\%_]/g, '\\$&')}%`,
    installStatus.options.filter((name) => name.includes(text)),
  );
  return { where: `status = ANY ($1) AND (${SEARCHED} LIKE $2 OR status = ANY ($3))`, parameters };
}

function statusesOf(filter: InstallFilter): readonly InstallStatus[] {
  if (filter === 'all') return installStatus.options;
  return filter === 'active' ? ACTIVE_INSTALL_STATUSES : [filter];
}
