import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { alertSeverity, alertType } from '@casement/proto/http/security/alerts.js';
import { Database } from '@casement/common/data/database/database.js';
import { execute, rows } from '@casement/common/data/database/sql.js';

/** Delay of the rollup after the end of an hour, because the hour's last alerts may not have been committed yet. */
const SETTLED_AFTER = '5 minutes';

const countRow = z.object({ type: alertType, severity: alertSeverity, count: z.number() });
const stepRow = z.object({ at: z.date(), type: alertType, count: z.number() });

/** Alerts per hour. Deletions correct the rollup (`AlertsRepository`). */
@Injectable()
export class AlertRollupRepository {
  constructor(private readonly db: Database) {}

  /** Rolls up all complete hours. Concurrent runs of several replicas wait for each other. */
  async rollUp(): Promise<void> {
    await this.db.transaction(async (tx) => {
      await execute(tx, 'SELECT 1 FROM alert_rollup_state FOR UPDATE');
      await execute(
        tx,
        `INSERT INTO alert_rollup (hour, type, severity, count)
         SELECT date_trunc('hour', created_at), type, severity, count(*) FROM alert
          WHERE created_at >= (SELECT until FROM alert_rollup_state) AND created_at < ${ROLLED_UP_TO}
          GROUP BY 1, 2, 3`,
      );
      await execute(
        tx,
        `UPDATE alert_rollup_state SET until = ${ROLLED_UP_TO} WHERE until < ${ROLLED_UP_TO}`,
      );
    });
  }

  /** @param since null counts all alerts */
  counts(since: Date | null) {
    return rows(
      this.db.manager,
      countRow,
      `SELECT type, severity, sum(count)::int AS count FROM (${COUNTED}) AS counted GROUP BY type, severity`,
      [since],
    );
  }

  /**
   * Returns the number of alerts per time step and type, oldest first. Steps without alerts are omitted. `from` must
   * be the start of a step.
   */
  timeline(from: Date, stepMinutes: number) {
    return rows(
      this.db.manager,
      stepRow,
      `SELECT date_bin(make_interval(mins => $2), at, 'epoch') AS at, type, sum(count)::int AS count
         FROM (${stepMinutes < 60 ? UNROLLED : COUNTED}) AS counted
        GROUP BY 1, type HAVING sum(count) > 0 ORDER BY 1`,
      [from, stepMinutes],
    );
  }
}

const ROLLED_UP_TO = `date_trunc('hour', now() - interval '${SETTLED_AFTER}')`;

const UNROLLED = `SELECT created_at AS at, type, severity, 1 AS count FROM alert WHERE created_at >= $1`;

/**
 * Complete hours are counted from the rollup; the rest of the hour of $1, and hours not rolled up yet, from the
 * alerts.
 */
const COUNTED = `
  SELECT hour AS at, type, severity, count FROM alert_rollup WHERE $1::timestamptz IS NULL OR hour >= $1
  UNION ALL
  SELECT created_at, type, severity, 1 FROM alert
   WHERE created_at >= greatest($1, (SELECT until FROM alert_rollup_state))
  UNION ALL
  SELECT created_at, type, severity, 1 FROM alert
   WHERE created_at >= $1 AND created_at < date_trunc('hour', $1::timestamptz) + interval '1 hour'
     AND $1 > date_trunc('hour', $1::timestamptz) AND created_at < (SELECT until FROM alert_rollup_state)`;
