import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Metrics } from '../../core/metrics/metrics.js';
import { Database } from './database.js';
import { one } from './sql.js';

export interface SqlGaugesOptions<Column extends string> {
  /** Label `reading` of `casement_reading_up`. */
  reading: string;
  /** Gauge of each column of the statement. */
  gauges: Readonly<Record<Column, { name: string; help: string }>>;
  /** Returns a single row of numbers. Negative values become 0 because clocks may differ. */
  sql: string;
  /** Cache time of the values; 10 s by default. */
  cacheMs?: number;
  /** Runs after each successful query. */
  onRead?: () => void;
}

/** Gauges filled by one SQL statement when Prometheus scrapes. */
@Injectable()
export class SqlGauges {
  constructor(
    private readonly metrics: Metrics,
    private readonly db: Database,
  ) {}

  /**
   * @example
   * sqlGauges.add({
   *   reading: 'mails',
   *   gauges: { waiting: { name: 'casement_mails_waiting', help: 'Pending mails.' } },
   *   sql: 'SELECT count(*) AS waiting FROM outgoing_mail WHERE sent_at IS NULL',
   * });
   */
  add<Column extends string>({
    reading,
    gauges,
    sql,
    cacheMs,
    onRead,
  }: SqlGaugesOptions<Column>): void {
    const columns = Object.keys(gauges) as Column[];
    const byColumn = columns.map((column) => [column, this.metrics.gauge(gauges[column])] as const);
    const shape = z.object(Object.fromEntries(columns.map((name) => [name, z.coerce.number()])));
    this.metrics.addGaugeSource({
      name: reading,
      gauges: byColumn.map(([, gauge]) => gauge),
      ...(cacheMs !== undefined && { cacheMs }),
      read: async () => {
        const values = await one(this.db.manager, shape, sql);
        for (const [column, gauge] of byColumn) gauge.set(Math.max(0, values[column] ?? 0));
        onRead?.();
      },
    });
  }
}
