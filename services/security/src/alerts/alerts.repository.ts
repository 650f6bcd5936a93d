import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { TIME_RANGES, type AlertsQuery, type TimeRange } from '@casement/proto/http/security.js';
import { canonicalRange } from '@casement/common/edge/block-range.js';
import { Database } from '@casement/common/database/database.js';
import { offsetOf } from '@casement/common/http/reply.js';
import { contains } from '../like.js';
import { AlertEntity } from './alert.entity.js';

/** Beyond it a filter is not counted further: looking at every match would cost what the index saves. */
const MOST_COUNTED = 1_000;

/** Which alerts are cleared; nothing given: all. */
export interface AlertSelection {
  ip?: string;
  type?: string;
  olderThan?: Date;
}

export interface AlertCount {
  type: 'brute_force' | 'rate_limit' | 'suspicious';
  severity: 'low' | 'medium' | 'high';
  count: number;
}

@Injectable()
export class AlertsRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: EntityManager, alert: AlertEntity): Promise<void> {
    await tx.insert(AlertEntity, alert);
  }

  /** Newest first. Ids come from the index alone, rows only of the page. */
  async page(query: AlertsQuery): Promise<{ rows: AlertEntity[]; total: number }> {
    const { sql, parameters } = conditionOf(query);
    const found = await this.db.query<{ id: string }>(
      `SELECT id FROM alert ${sql} ORDER BY created_at DESC, id DESC
       LIMIT ${query.pageSize} OFFSET ${offsetOf(query)}`,
      parameters,
    );
    const ids = found.map(({ id }) => id);
    const rows = await this.db.manager.findBy(AlertEntity, { id: In(ids) });
    const total = sql === '' ? await this.total() : await this.countUpToMost(sql, parameters);
    return { rows: ids.flatMap((id) => rows.find((row) => row.id === id) ?? []), total };
  }

  private async total(): Promise<number> {
    const counts = await this.counts('all');
    return counts.reduce((sum, { count }) => sum + count, 0);
  }

  private async countUpToMost(sql: string, parameters: unknown[]): Promise<number> {
    const [{ total }] = await this.db.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (SELECT 1 FROM alert ${sql} LIMIT ${MOST_COUNTED}) AS matches`,
      parameters,
    );
    return total;
  }

  newest(most: number): Promise<AlertEntity[]> {
    return this.db.manager.find(AlertEntity, {
      order: { createdAt: 'DESC', id: 'DESC' },
      take: most,
    });
  }

  newestOf(source: string, most: number): Promise<AlertEntity[]> {
    return this.db.manager.find(AlertEntity, {
      where: { source },
      order: { createdAt: 'DESC' },
      take: most,
    });
  }

  /** All of them are counted while they come and go; those of a timeframe are counted now. */
  counts(timeframe: TimeRange | 'all'): Promise<AlertCount[]> {
    if (timeframe === 'all') {
      return this.db.query<AlertCount>('SELECT type, severity, total AS count FROM alert_tally');
    }
    return this.db.query<AlertCount>(
      `SELECT type, severity, count(*)::int AS count FROM alert
        WHERE created_at > now() - make_interval(hours => $1)
        GROUP BY type, severity`,
      [TIME_RANGES[timeframe]],
    );
  }

  /** Alerts by step of time, the oldest first; steps without any are left out. */
  timeline(
    hours: number,
    stepMinutes: number,
  ): Promise<{ at: Date; type: string; count: number }[]> {
    return this.db.query(
      `SELECT date_bin(make_interval(mins => $2), created_at, 'epoch') AS at, type, count(*)::int AS count
         FROM alert WHERE created_at > now() - make_interval(hours => $1)
        GROUP BY 1, 2 ORDER BY 1`,
      [hours, stepMinutes],
    );
  }

  async delete(tx: EntityManager, id: string): Promise<AlertEntity | undefined> {
    const alert = await tx.findOne(AlertEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (alert) await tx.delete(AlertEntity, { id });
    return alert ?? undefined;
  }

  /** @returns how many are gone */
  async clear(tx: EntityManager, { ip, type, olderThan }: AlertSelection): Promise<number> {
    const [{ count }] = await tx.query<{ count: number }[]>(
      `WITH cleared AS (
         DELETE FROM alert
          WHERE ($1::text IS NULL OR ip = $1 OR source = $2)
            AND ($3::text IS NULL OR type = $3)
            AND ($4::timestamptz IS NULL OR created_at < $4)
         RETURNING 1)
       SELECT count(*)::int AS count FROM cleared`,
      [
        ip ?? null,
        (ip !== undefined && canonicalRange(ip)) || null,
        type ?? null,
        olderThan ?? null,
      ],
    );
    return count;
  }
}

/** The WHERE of a list. */
function conditionOf(query: AlertsQuery): { sql: string; parameters: unknown[] } {
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  const add = (condition: (n: string) => string, value: unknown) => {
    parameters.push(value);
    conditions.push(condition(`$${parameters.length}`));
  };
  if (query.type !== 'all') add((n) => `type = ${n}`, query.type);
  if (query.severity !== 'all') add((n) => `severity = ${n}`, query.severity);
  if (query.ip !== '') add((n) => `ip ILIKE ${n}`, contains(query.ip));
  if (query.timeRange !== 'all') {
    add((n) => `created_at > now() - make_interval(hours => ${n})`, TIME_RANGES[query.timeRange]);
  }
  return { sql: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, parameters };
}
