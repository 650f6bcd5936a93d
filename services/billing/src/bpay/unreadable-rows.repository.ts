import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { logger } from '@casement/common/core/logging/logger.js';
import { Database } from '@casement/common/data/database/database.js';
import { execute, rows } from '@casement/common/data/database/sql.js';
import type { JobRow } from '@casement/common/platform/operations/failed-jobs.js';
import type { UnreadableRow } from '../payment-providers/binance/binance.schemas.js';

const log = logger('bpay');

const newRow = z.object({ label: z.string(), problem: z.string() });
const jobRow = z.object({
  id: z.string(),
  title: z.string(),
  error: z.string(),
  attempts: z.number(),
  since: z.date(),
  total: z.coerce.number(),
});

/** Rows of Binance's history that could not be read, stored once each because they may contain a payment. */
@Injectable()
export class UnreadableRowsRepository {
  constructor(private readonly db: Database) {}

  async record(unreadable: readonly UnreadableRow[]): Promise<void> {
    // Removes duplicates, because an INSERT … ON CONFLICT DO UPDATE must not update a row twice.
    const byFingerprint = new Map(unreadable.map((one) => [one.fingerprint, one]));
    if (byFingerprint.size === 0) return;
    const distinct = [...byFingerprint.values()];
    const added = await rows(
      this.db.manager,
      newRow,
      `INSERT INTO bpay_unreadable_row AS r (fingerprint, label, problem)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS fetched ORDER BY 1
       ON CONFLICT (fingerprint) DO UPDATE SET times_seen = r.times_seen + 1
       RETURNING label, CASE WHEN times_seen = 1 THEN problem ELSE '' END AS problem`,
      [
        distinct.map((one) => one.fingerprint),
        distinct.map((one) => one.label),
        distinct.map((one) => one.problem),
      ],
    );
    for (const { label, problem } of added) {
      if (problem) log.error({ label, problem }, 'unreadable row in the Binance history');
    }
  }

  /** Newest first. */
  async list(limit: number): Promise<{ total: number; rows: JobRow[] }> {
    const found = await rows(
      this.db.manager,
      jobRow,
      `SELECT fingerprint AS id, label AS title, problem AS error, times_seen AS attempts,
              first_seen_at AS since, count(*) OVER () AS total
         FROM bpay_unreadable_row ORDER BY first_seen_at DESC, fingerprint LIMIT $1`,
      [limit],
    );
    return {
      total: found[0]?.total ?? 0,
      rows: found.map(({ id, title, error, attempts, since }) => ({
        id,
        title,
        error,
        attempts,
        since,
      })),
    };
  }

  remove(fingerprints: readonly string[], executor = this.db.manager): Promise<number> {
    const sql = 'DELETE FROM bpay_unreadable_row WHERE fingerprint = ANY($1::text[])';
    return execute(executor, sql, [fingerprints]);
  }
}
