import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import {
  alertSeverity,
  alertType,
  type AlertSeverity,
  type AlertsQuery,
  type AlertType,
} from '@casement/proto/http/security/alerts.js';
import { TIME_RANGES, type TimeRange } from '@casement/proto/http/security/time-ranges.js';
import { canonicalRange } from '@casement/common/edge/block-range.js';
import { Database } from '@casement/common/database/database.js';
import { offsetOf } from '@casement/common/http/reply.js';
import { IP_COLUMNS, ipFilter } from '../ip-filter.js';
import { TallyRepository } from '../tally/tally.repository.js';
import { AlertEntity } from './alert.entity.js';

/** Beyond it those of an address are not counted further: looking at every match would cost what the index saves. */
const MOST_COUNTED = 300;
const HOUR_MS = 3_600_000;

/** Which alerts are cleared; nothing given: all. */
export interface AlertSelection {
  ip?: string;
  type?: string;
  olderThan?: Date;
}

export interface AlertCount {
  type: AlertType;
  severity: AlertSeverity;
  count: number;
}

interface Found {
  found: { id: string }[];
  total: number;
}

const NEWEST = 'ORDER BY created_at DESC, id DESC';

@Injectable()
export class AlertsRepository {
  constructor(
    private readonly db: Database,
    private readonly tally: TallyRepository,
  ) {}

  async insert(tx: EntityManager, alert: AlertEntity): Promise<void> {
    await tx.insert(AlertEntity, alert);
  }

  /** Newest first. Ids come from the index alone, rows only of the page. The total of an address ends at MOST_COUNTED. */
  async page(query: AlertsQuery): Promise<{ rows: AlertEntity[]; total: number }> {
    const { found, total } = await (query.ip === '' ? this.listed(query) : this.searched(query));
    const ids = found.map(({ id }) => id);
    const rows = await this.db.manager.findBy(AlertEntity, { id: In(ids) });
    return { rows: ids.flatMap((id) => rows.find((row) => row.id === id) ?? []), total };
  }

  private async listed(query: AlertsQuery): Promise<Found> {
    const [found, counts] = await Promise.all([
      this.listedIds(query),
      this.counts(query.timeRange),
    ]);
    const fits = (wanted: string, is: string) => wanted === 'all' || wanted === is;
    const total = counts
      .filter((one) => fits(query.type, one.type) && fits(query.severity, one.severity))
      .reduce((sum, { count }) => sum + count, 0);
    return { found, total };
  }

  private async listedIds(query: AlertsQuery): Promise<{ id: string }[]> {
    const place = await this.tally.placeOf('alert', offsetOf(query), kindsOf(query));
    if (!place) return [];
    const { sql, parameters } = conditionOf(query, place.before);
    return this.db.query<{ id: string }>(
      `SELECT id FROM alert ${sql} ${NEWEST} LIMIT ${query.pageSize} OFFSET ${place.skip}`,
      parameters,
    );
  }

  /** Few matches are all read and sorted; of many, a walk back in time soon meets a page. PostgreSQL can't tell which it is. */
  private async searched(query: AlertsQuery): Promise<Found> {
    const { sql, parameters } = conditionOf(query);
    // Each by its own index, in that one's order: any other way would look at all matches first.
    const parts = IP_COLUMNS.map(
      (column) => `(SELECT id FROM alert ${conditionOf(query, null, [column]).sql}
                     ORDER BY ${column} USING ~<~ LIMIT ${MOST_COUNTED})`,
    );
    const [{ total }] = await this.db.query<{ total: number }>(
      `SELECT least(count(*), ${MOST_COUNTED})::int AS total FROM (${parts.join(' UNION ')}) AS matches`,
      parameters,
    );
    const found = await this.db.query<{ id: string }>(
      `WITH matches AS ${total < MOST_COUNTED ? '' : 'NOT'} MATERIALIZED (SELECT id, created_at FROM alert ${sql})
       SELECT id FROM matches ${NEWEST} LIMIT ${query.pageSize} OFFSET ${offsetOf(query)}`,
      parameters,
    );
    return { found, total };
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

  /** Exact; only those of the last, unfinished five minutes of a timeframe are counted one by one. */
  async counts(timeframe: TimeRange | 'all'): Promise<AlertCount[]> {
    if (timeframe === 'all') return (await this.tally.counts('alert')).map(toAlertCount);
    const since = new Date(Date.now() - TIME_RANGES[timeframe] * HOUR_MS);
    const { from, counts } = await this.tally.countsSince('alert', since);
    const rest = await this.db.query<{ kind: string; rows: number }>(
      `SELECT type || '/' || severity AS kind, count(*)::int AS rows FROM alert
        WHERE created_at > $1 AND created_at < $2 GROUP BY type, severity`,
      [since, from],
    );
    return [...counts, ...rest].map(toAlertCount);
  }

  /** Alerts by step of time, the oldest first; steps without any are left out. The oldest one is whole. */
  async timeline(
    hours: number,
    stepMinutes: number,
  ): Promise<{ at: Date; type: AlertType; count: number }[]> {
    const since = new Date(Date.now() - hours * HOUR_MS);
    const steps = await this.tally.steps('alert', since, stepMinutes);
    return steps.map(({ at, kind, rows }) => ({ at, type: readKind(kind).type, count: rows }));
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

const readKind = (kind: string) => {
  const [type, severity] = kind.split('/') as [AlertType, AlertSeverity];
  return { type, severity };
};

const toAlertCount = ({ kind, rows }: { kind: string; rows: number }): AlertCount => ({
  ...readKind(kind),
  count: rows,
});

/** @returns undefined: all */
function kindsOf({ type, severity }: AlertsQuery): string[] | undefined {
  if (type === 'all' && severity === 'all') return undefined;
  const types = type === 'all' ? alertType.options : [type];
  const severities = severity === 'all' ? alertSeverity.options : [severity];
  return types.flatMap((one) => severities.map((other) => `${one}/${other}`));
}

/** The WHERE of a list. */
function conditionOf(
  query: AlertsQuery,
  before: Date | null = null,
  ipColumns: readonly string[] = IP_COLUMNS,
): { sql: string; parameters: unknown[] } {
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  const add = (condition: (n: string) => string, value: unknown) => {
    parameters.push(value);
    conditions.push(condition(`$${parameters.length}`));
  };
  if (before) add((n) => `created_at < ${n}`, before);
  if (query.type !== 'all') add((n) => `type = ${n}`, query.type);
  if (query.severity !== 'all') add((n) => `severity = ${n}`, query.severity);
  if (query.ip !== '') {
    const { sql, value } = ipFilter(query.ip, `$${parameters.length + 1}`, ipColumns);
    add(() => sql, value);
  }
  if (query.timeRange !== 'all') {
    add((n) => `created_at > now() - make_interval(hours => ${n})`, TIME_RANGES[query.timeRange]);
  }
  return { sql: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, parameters };
}
