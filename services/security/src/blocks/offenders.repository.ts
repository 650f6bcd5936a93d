import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row, rows } from '@casement/common/data/database/sql.js';

/** State of an address (key: canonical range) or of an account (key: `user:<id>`) with respect to the rules. */
export interface OffenderState {
  /** Signals before this time do not count, because the offender was unblocked or its attempts were reset then. */
  countedFrom: Date | null;
  /** Number of blocks by rules so far, which lengthens the next one. */
  offences: number;
  /** Until this time, no rule blocks the offender. */
  graceUntil: Date | null;
  /** Time of the last hit of each rule. Signals up to this time have been counted and do not count again. */
  hits: ReadonlyMap<string, Date>;
}

export interface RuleHit {
  key: string;
  rule: string;
  at: Date;
}

export interface Pardon {
  graceMinutes?: number;
  forgetOffences?: boolean;
}

/** Offences are forgotten if no further offence follows within this time. */
const OFFENCE_TTL = '30 days';

const graceRow = z.object({ until: z.date() });
const stateRow = z.object({
  key: z.string(),
  countedFrom: z.date().nullable(),
  offences: z.number(),
  graceUntil: z.date().nullable(),
  hits: z.record(z.string(), z.coerce.date()),
});

/** Stores the state of offenders in PostgreSQL. */
@Injectable()
export class OffendersRepository {
  constructor(private readonly db: Database) {}

  /**
   * Serializes decisions about addresses and accounts until the transaction ends, whether or not they have a row. A
   * transaction must take all its locks in one call; they are ordered by number, so that two transactions cannot
   * deadlock.
   */
  async lock(tx: EntityManager, keys: readonly string[]): Promise<void> {
    await tx.query(
      `SELECT pg_advisory_xact_lock(number) FROM (
         SELECT DISTINCT hashtextextended('offender:' || key, 0) AS number FROM unnest($1::text[]) AS key
          ORDER BY number) AS locks`,
      [keys],
    );
  }

  /** Returns the state of each key, with defaults for keys without a row. */
  async states(tx: EntityManager, keys: readonly string[]): Promise<Map<string, OffenderState>> {
    const found = await rows(
      tx,
      stateRow,
      `SELECT key, counted_from AS "countedFrom", grace_until AS "graceUntil",
              CASE WHEN last_offence_at > now() - interval '${OFFENCE_TTL}' THEN offences ELSE 0 END AS offences,
              coalesce((SELECT jsonb_object_agg(rule, hit_at) FROM rule_hit WHERE rule_hit.key = given.key), '{}') AS hits
         FROM unnest($1::text[]) AS given(key) LEFT JOIN offender USING (key)`,
      [keys],
    );
    return new Map(
      found.map(({ key, hits, ...state }) => [
        key,
        { ...state, hits: new Map(Object.entries(hits)) },
      ]),
    );
  }

  async graceUntil(key: string): Promise<Date | null> {
    const grace = await row(
      this.db.manager,
      graceRow,
      'SELECT grace_until AS until FROM offender WHERE key = $1 AND grace_until > now()',
      [key],
    );
    return grace?.until ?? null;
  }

  /** Records hits. If a later hit is already stored, it is kept. */
  async recordHits(tx: EntityManager, hits: readonly RuleHit[]): Promise<void> {
    if (hits.length === 0) return;
    await execute(
      tx,
      `INSERT INTO rule_hit AS h (key, rule, hit_at)
       SELECT key, rule, max(at) FROM jsonb_to_recordset($1::jsonb) AS given(key text, rule text, at timestamptz)
        GROUP BY key, rule
       ON CONFLICT (key, rule) DO UPDATE SET hit_at = greatest(h.hit_at, excluded.hit_at)`,
      [JSON.stringify(hits)],
    );
  }

  /** Stores the number of offences. The caller must hold the lock of the key. */
  async recordOffence(tx: EntityManager, key: string, offences: number): Promise<void> {
    await execute(
      tx,
      `INSERT INTO offender (key, offences, last_offence_at) VALUES ($1, $2, now())
       ON CONFLICT (key) DO UPDATE
         SET offences = excluded.offences, last_offence_at = excluded.last_offence_at`,
      [key, offences],
    );
  }

  /** Makes counting start again from now, and prevents rules from blocking for `graceMinutes`. */
  async pardon(
    tx: EntityManager,
    key: string,
    { graceMinutes = 0, forgetOffences = false }: Pardon,
  ): Promise<void> {
    await this.lock(tx, [key]);
    await execute(
      tx,
      `INSERT INTO offender AS o (key, counted_from, grace_until)
       VALUES ($1, clock_timestamp(), CASE WHEN $2 > 0 THEN now() + make_interval(mins => $2) END)
       ON CONFLICT (key) DO UPDATE SET
         counted_from = excluded.counted_from,
         grace_until = coalesce(excluded.grace_until, o.grace_until),
         offences = CASE WHEN $3 THEN 0 ELSE o.offences END`,
      [key, graceMinutes, forgetOffences],
    );
    await execute(tx, 'DELETE FROM rule_hit WHERE key = $1', [key]);
  }
}
