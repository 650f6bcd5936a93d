import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What is remembered of an address (its canonical range) or an account (`user:<id>`). */
export interface Standing {
  /** Signals of before count no more: it was unblocked, or its attempts were reset. */
  countedFrom: Date | null;
  /** Blocks by rules so far. */
  offences: number;
  /** No rule blocks it until then. */
  graceUntil: Date | null;
}

/** An offence is forgotten when nothing more has happened for so long. */
const FORGOTTEN_AFTER = '30 days';

@Injectable()
export class StandingsRepository {
  /** Locked until the transaction ends: whoever judges the same one next sees what this one decided. */
  async lock(tx: EntityManager, key: string): Promise<Standing> {
    const [row] = await tx.query<Standing[]>(
      `INSERT INTO standing (key) VALUES ($1)
       ON CONFLICT (key) DO UPDATE SET key = excluded.key
       RETURNING counted_from AS "countedFrom", grace_until AS "graceUntil",
         CASE WHEN last_offence_at > now() - interval '${FORGOTTEN_AFTER}' THEN offences ELSE 0 END AS offences`,
      [key],
    );
    return row;
  }

  async noteOffence(tx: EntityManager, key: string, offences: number): Promise<void> {
    await tx.query(`UPDATE standing SET offences = $2, last_offence_at = now() WHERE key = $1`, [
      key,
      offences,
    ]);
  }

  /** Counting begins anew; with `graceMinutes` no rule blocks it for so long. */
  async forgive(
    tx: EntityManager,
    key: string,
    {
      graceMinutes = 0,
      forgetOffences = false,
    }: { graceMinutes?: number; forgetOffences?: boolean },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO standing AS s (key, counted_from, grace_until)
       VALUES ($1, clock_timestamp(), CASE WHEN $2 > 0 THEN now() + make_interval(mins => $2) END)
       ON CONFLICT (key) DO UPDATE SET
         counted_from = excluded.counted_from,
         grace_until = coalesce(excluded.grace_until, s.grace_until),
         offences = CASE WHEN $3 THEN 0 ELSE s.offences END`,
      [key, graceMinutes, forgetOffences],
    );
    await tx.query(`DELETE FROM strike WHERE key = $1`, [key]);
  }

  /** @returns when the rule struck last, so that each signal stands for one alert only */
  async lastStrike(tx: EntityManager, key: string, rule: string): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date }[]>(
      `SELECT struck_at AS at FROM strike WHERE key = $1 AND rule = $2`,
      [key, rule],
    );
    return row?.at ?? null;
  }

  async strike(tx: EntityManager, key: string, rule: string, at: Date): Promise<void> {
    await tx.query(
      `INSERT INTO strike AS s (key, rule, struck_at) VALUES ($1, $2, $3)
       ON CONFLICT (key, rule) DO UPDATE SET struck_at = greatest(s.struck_at, excluded.struck_at)`,
      [key, rule, at],
    );
  }
}
