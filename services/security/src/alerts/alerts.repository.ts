import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { AlertsQuery } from '@casement/proto/http/security/alerts.js';
import { TIME_RANGES } from '@casement/proto/http/security/security-limits.js';
import { condition } from '@casement/common/data/database/condition.js';
import { newestFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities } from '@casement/common/data/database/list-page.js';
import { execute, row } from '@casement/common/data/database/sql.js';
import { canonicalRange } from '@casement/common/messaging/edge/block-range.js';
import { ipCondition } from '../ip-condition.js';
import { AlertEntity } from './alert.entity.js';

/** Criteria of the alerts to clear. Without any, all alerts are cleared. */
export interface AlertSelection {
  ip?: string;
  type?: string;
  olderThan?: Date;
}

const clearedRow = z.object({ count: z.number() });

@Injectable()
export class AlertsRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: EntityManager, alerts: AlertEntity[]): Promise<void> {
    await tx.insert(AlertEntity, alerts);
  }

  /** Newest first. */
  page({ type, severity, ip, timeRange, ...page }: AlertsQuery) {
    return listEntities(this.db.manager, AlertEntity, {
      where: [
        type !== 'all' && condition`type = ${type}`,
        severity !== 'all' && condition`severity = ${severity}`,
        ip !== '' && ipCondition(ip),
        timeRange !== 'all' &&
          condition`created_at > now() - make_interval(hours => ${TIME_RANGES[timeRange]})`,
      ],
      orderBy: newestFirst('created_at'),
      page,
    });
  }

  newest(limit: number): Promise<AlertEntity[]> {
    return this.db.manager.find(AlertEntity, {
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
  }

  newestOf(source: string, limit: number): Promise<AlertEntity[]> {
    return this.db.manager.find(AlertEntity, {
      where: { source },
      order: { createdAt: 'DESC' },
      take: limit,
    });
  }

  async delete(tx: EntityManager, id: string): Promise<AlertEntity | undefined> {
    const alert = await tx.findOneBy(AlertEntity, { id });
    if (!alert || (await this.deleteWhere(tx, 'id = $1', [id])) === 0) return undefined;
    return alert;
  }

  /** @returns the number of alerts deleted */
  clear(tx: EntityManager, { ip, type, olderThan }: AlertSelection): Promise<number> {
    return this.deleteWhere(
      tx,
      `($1::text IS NULL OR ip = $1 OR source = $2)
       AND ($3::text IS NULL OR type = $3)
       AND ($4::timestamptz IS NULL OR created_at < $4)`,
      [
        ip ?? null,
        (ip !== undefined && canonicalRange(ip)) || null,
        type ?? null,
        olderThan ?? null,
      ],
    );
  }

  /**
   * Deletes alerts and subtracts them from the rollup in the same transaction. Holds the lock of the rollup job until
   * `tx` ends.
   *
   * @returns the number of alerts deleted
   */
  private async deleteWhere(
    tx: EntityManager,
    where: string,
    parameters: readonly unknown[],
  ): Promise<number> {
    await execute(tx, 'SELECT 1 FROM alert_rollup_state FOR UPDATE');
    const cleared = await row(
      tx,
      clearedRow,
      `WITH deleted AS (
         DELETE FROM alert WHERE ${where}
         RETURNING date_trunc('hour', created_at) AS hour, type, severity),
       by_hour AS (SELECT hour, type, severity, count(*) AS count FROM deleted GROUP BY 1, 2, 3),
       corrected AS (
         UPDATE alert_rollup AS r SET count = r.count - by_hour.count FROM by_hour
          WHERE (r.hour, r.type, r.severity) = (by_hour.hour, by_hour.type, by_hour.severity))
       SELECT count(*)::int AS count FROM deleted`,
      parameters,
    );
    return cleared?.count ?? 0;
  }
}
