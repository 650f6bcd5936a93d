import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { AdminTopupsQuery } from '@casement/proto/http/billing.js';
import { Database } from '@casement/common/database/database.js';
import { offsetOf } from '@casement/common/http/reply.js';
import { Topup } from '../topup.entity.js';

/** Beyond it a filter is not counted further: looking at every match would cost what the index saves. */
const MOST_COUNTED = 1_000;

@Injectable()
export class AdminTopupsRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. Ids come from the index alone, rows only of the page. */
  async page(query: AdminTopupsQuery): Promise<Topup[]> {
    const { sql, parameters } = conditionOf(query);
    const found = await this.db.query<{ id: string }>(
      `SELECT id FROM topup ${sql} ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
      [query.pageSize, offsetOf(query), ...parameters],
    );
    const ids = found.map(({ id }) => id);
    const rows = await this.db.manager.findBy(Topup, { id: In(ids) });
    return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  }

  /** Exact without a filter, from one small row per user; with one, exact up to MOST_COUNTED. */
  async count(query: AdminTopupsQuery): Promise<number> {
    const { sql, parameters } = conditionOf(query);
    const [row] = await this.db.query<{ total: number }>(
      sql === ''
        ? 'SELECT coalesce(sum(topups), 0)::int AS total FROM topup_count'
        : `SELECT count(*)::int AS total
           FROM (SELECT 1 FROM topup ${sql} LIMIT $1 OFFSET $2) AS matches`,
      sql === '' ? [] : [MOST_COUNTED, 0, ...parameters],
    );
    return row.total;
  }
}

/** The WHERE of a list; its parameters are numbered from $3 on. */
function conditionOf({ search, status }: AdminTopupsQuery): { sql: string; parameters: unknown[] } {
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  if (status !== 'all') {
    parameters.push(status);
    conditions.push(`status = $${parameters.length + 2}`);
  }
  if (search !== '') {
    // References are matched whole, so that their unique indexes serve; ours and the gateway's are in capitals.
    parameters.push([search, search.toUpperCase()]);
    const n = `$${parameters.length + 2}`;
    conditions.push(`(reference = ANY(${n}::text[]) OR merchant_ref = ANY(${n}::text[]))`);
  }
  const sql = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return { sql, parameters };
}
