import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { canonicalRange } from '@casement/common/edge/block-range.js';
import { Database } from '@casement/common/database/database.js';
import type { NewSignal, SignalEntity } from './signal.entity.js';

/** Which signals of one rule count together. */
export type SignalScope =
  { per: 'address'; source: string } | { per: 'account'; userId: string } | { per: 'everywhere' };

export interface SignalCount {
  scope: SignalScope;
  kinds: readonly string[];
  counts: 'signals' | 'targets' | 'addresses';
  /** Only what occurred after it. */
  since: Date;
  /** Signals are not counted further than this: what is above changes nothing. */
  most: number;
}

/** What a signal was about: the account, else what its detail names; of one account the latter. */
const TARGET = {
  address: 'coalesce(user_id::text, detail)',
  account: 'detail',
  everywhere: 'detail',
};

@Injectable()
export class SignalsRepository {
  constructor(private readonly db: Database) {}

  /**
   * Signals that are there already stay as they are: their id is the event's.
   * @returns those that are new
   */
  async add(tx: EntityManager, signals: readonly NewSignal[]): Promise<SignalEntity[]> {
    if (signals.length === 0) return [];
    const rows: SignalEntity[] = signals.map((signal) => ({
      ...signal,
      source: (signal.ip && canonicalRange(signal.ip)) || null,
    }));
    const added = await tx.query<{ id: string }[]>(
      `INSERT INTO signal (id, kind, ip, source, user_id, service, detail, occurred_at, count)
       SELECT id, kind, ip, source, "userId", service, detail, "occurredAt", count FROM jsonb_to_recordset($1::jsonb)
         AS s(id uuid, kind text, ip text, source text, "userId" uuid, service text, detail text,
              "occurredAt" timestamptz, count integer)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [JSON.stringify(rows)],
    );
    const ids = new Set(added.map(({ id }) => id));
    return rows.filter(({ id }) => ids.has(id));
  }

  async count(tx: EntityManager, { scope, kinds, counts, since, most }: SignalCount) {
    const { condition, parameters } = within(scope, kinds, since);
    const counted = {
      signals: 'coalesce(sum(count), 0)',
      targets: `count(DISTINCT ${TARGET[scope.per]})`,
      addresses: 'count(DISTINCT source)',
    }[counts];
    // Counting signals ends at the threshold; different ones need all of the window.
    const limit = counts === 'signals' ? `LIMIT ${Math.trunc(most)}` : '';
    const [row] = await tx.query<{ count: number }[]>(
      `SELECT ${counted}::int AS count FROM (
         SELECT user_id, detail, source, count FROM signal
          WHERE ${condition} ${limit}) AS counted`,
      parameters,
    );
    return row.count;
  }

  /** @returns when the last of those that count together occurred */
  async newest(
    tx: EntityManager,
    { scope, kinds, since }: Pick<SignalCount, 'scope' | 'kinds' | 'since'>,
  ): Promise<Date> {
    const { condition, parameters } = within(scope, kinds, since);
    const [row] = await tx.query<{ at: Date }[]>(
      `SELECT max(occurred_at) AS at FROM signal WHERE ${condition}`,
      parameters,
    );
    return row.at;
  }

  /** @returns how many were erased; at most `most` */
  async eraseBefore(before: Date, most: number): Promise<number> {
    const rows = await this.db.query(
      `WITH erased AS (
         DELETE FROM signal WHERE id IN (SELECT id FROM signal WHERE occurred_at < $1 LIMIT $2) RETURNING id)
       SELECT id FROM erased`,
      [before, most],
    );
    return rows.length;
  }
}

function within(scope: SignalScope, kinds: readonly string[], since: Date) {
  const parameters: unknown[] = [kinds, since];
  const whole = 'kind = ANY($1) AND occurred_at > $2';
  switch (scope.per) {
    case 'address':
      return { condition: `${whole} AND source = $3`, parameters: [...parameters, scope.source] };
    case 'account':
      return { condition: `${whole} AND user_id = $3`, parameters: [...parameters, scope.userId] };
    case 'everywhere':
      return { condition: whole, parameters };
  }
}
