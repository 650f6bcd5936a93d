import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { lowestIdAt } from '@casement/common/data/database/new-id.js';
import { bigintColumn, idRow, rows } from '@casement/common/data/database/sql.js';
import { canonicalRange } from '@casement/common/messaging/edge/block-range.js';
import type { NewSignal, SignalEntity } from './signal.entity.js';

/** Scope in which the signals of a rule are counted together. */
export type SignalScope =
  { per: 'address'; source: string } | { per: 'account'; userId: string } | { per: 'everywhere' };

interface SignalCheck {
  scope: SignalScope;
  kinds: readonly string[];
  counts: 'signals' | 'targets' | 'addresses';
  /** Only signals after this time are counted. */
  since: Date;
}

interface SignalCount {
  count: number;
  /** Time of the newest counted signal; `null` if none was counted. */
  newest: Date | null;
}

interface AddedSignals {
  /** Signals that were not already stored. */
  fresh: SignalEntity[];
  /** Current version of the rules; `null` if no signal is fresh. */
  rulesVersion: number | null;
}

/**
 * SQL of a signal's target, by the scope of the rule: its account, otherwise its detail; within one account always
 * the detail.
 */
const TARGET = {
  address: 'coalesce(user_id::text, detail)',
  account: 'detail',
  everywhere: 'detail',
};

const CONDITION = {
  address: 'signal.source = given.source',
  account: 'user_id = given."userId"',
  everywhere: 'true',
};

/**
 * Returns the lowest ID to read, so that old partitions are skipped. IDs are about as old as their signals; the extra
 * day allows for clock skew.
 */
const firstIdFor = (since: Date): string => lowestIdAt(new Date(since.getTime() - DAY_MS));
const DAY_MS = 86_400_000;

/** Bounds of the history of an address. */
const DAYS = 30;
const MAX_EVENTS = 20;
const MAX_ACCOUNTS = 50;

const addedRow = z.object({ id: z.string(), version: bigintColumn });
const countRow = z.object({ n: z.number(), count: z.number(), newest: z.date().nullable() });
const summaryRow = z.object({ kind: z.string(), count: z.number(), last: z.date() });
const eventRow = z.object({
  kind: z.string(),
  service: z.string(),
  detail: z.string(),
  occurredAt: z.date(),
});

@Injectable()
export class SignalsRepository {
  constructor(private readonly db: Database) {}

  /** Stores signals and ignores those already stored: their ID is that of the event, which may be redelivered. */
  async add(tx: EntityManager, signals: readonly NewSignal[]): Promise<AddedSignals> {
    const entities: SignalEntity[] = signals.map((signal) => ({
      ...signal,
      source: (signal.ip && canonicalRange(signal.ip)) || null,
    }));
    // Ordered by ID so that two transactions that add the same signals cannot deadlock.
    const added = await rows(
      tx,
      addedRow,
      `INSERT INTO signal (id, kind, ip, source, user_id, service, detail, occurred_at, count)
       SELECT id, kind, ip, source, "userId", service, detail, "occurredAt", count FROM jsonb_to_recordset($1::jsonb)
         AS s(id uuid, kind text, ip text, source text, "userId" uuid, service text, detail text,
              "occurredAt" timestamptz, count integer)
        ORDER BY id
       ON CONFLICT (id) DO NOTHING RETURNING id, (SELECT version FROM rule_set) AS version`,
      [JSON.stringify(entities)],
    );
    const ids = new Set(added.map(({ id }) => id));
    return {
      fresh: entities.filter(({ id }) => ids.delete(id)),
      rulesVersion: added[0]?.version ?? null,
    };
  }

  /** @returns one count per check, in the same order */
  async count(tx: EntityManager, checks: readonly SignalCheck[]): Promise<SignalCount[]> {
    const counts = checks.map((): SignalCount => ({ count: 0, newest: null }));
    for (const per of ['address', 'account', 'everywhere'] as const) {
      const scopes = checks.flatMap(({ scope, ...check }, n) =>
        scope.per === per ? [{ n, ...scope, ...check, fromId: firstIdFor(check.since) }] : [],
      );
      if (scopes.length === 0) continue;
      for (const { n, ...found } of await this.countPer(tx, per, scopes)) counts[n] = found;
    }
    return counts;
  }

  private countPer(tx: EntityManager, per: SignalScope['per'], scopes: readonly object[]) {
    return rows(
      tx,
      countRow,
      `SELECT n, found.count::int AS count, found.newest
         FROM jsonb_to_recordset($1::jsonb) AS given(
                n int, source text, "userId" uuid, kinds text[], counts text, since timestamptz, "fromId" uuid),
              LATERAL (
                SELECT CASE given.counts
                         WHEN 'signals' THEN coalesce(sum(count), 0)
                         WHEN 'targets' THEN count(DISTINCT ${TARGET[per]})
                         ELSE count(DISTINCT signal.source) END AS count,
                       max(occurred_at) AS newest
                  FROM signal
                 WHERE ${CONDITION[per]} AND kind = ANY(given.kinds)
                   AND occurred_at > given.since AND id >= given."fromId") AS found`,
      [JSON.stringify(scopes)],
    );
  }

  /** Returns the number of signals of an address by kind. */
  summaryOf(source: string) {
    return rows(
      this.db.manager,
      summaryRow,
      `SELECT kind, sum(count)::int AS count, max(occurred_at) AS last FROM signal
        WHERE source = $1 AND occurred_at > now() - interval '${DAYS} days'
        GROUP BY kind ORDER BY count DESC, kind`,
      [source],
    );
  }

  async accountsOf(source: string): Promise<string[]> {
    const accounts = await rows(
      this.db.manager,
      idRow,
      `SELECT DISTINCT user_id AS id FROM signal
        WHERE source = $1 AND user_id IS NOT NULL AND occurred_at > now() - interval '${DAYS} days'
        LIMIT ${MAX_ACCOUNTS}`,
      [source],
    );
    return accounts.map(({ id }) => id);
  }

  /** Newest first. */
  newestOf(source: string) {
    return rows(
      this.db.manager,
      eventRow,
      `SELECT kind, service, detail, occurred_at AS "occurredAt" FROM signal
        WHERE source = $1 ORDER BY occurred_at DESC LIMIT ${MAX_EVENTS}`,
      [source],
    );
  }
}
