import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { wholeSteps } from './whole-steps.js';

/** Those whose rows are tallied as they come and go; each names its own table. */
export type TalliedList = 'alert' | 'blocked_ip' | 'recovery' | 'audit_entry';

export interface TallyCount {
  /** What the list is filtered by: `<type>/<severity>` of alerts, the block type, the recovery's status, ''. */
  kind: string;
  /** Rows on the list. */
  rows: number;
  /** Blocks that are not lifted; milliseconds of recoveries. */
  extra: number;
}

/** Where a page begins: so many rows after the first one that is older than `before`. */
export interface Place {
  before: Date | null;
  skip: number;
}

/** Pages before this row are found sooner by counting rows. */
const NEAR = 150;
const STEPS = [1_440, 60, 5];
/** Additions that are summed up by one statement. */
const AT_ONCE = 2_000;

/** How many rows a list has, and when they came: exact, and at the same cost with a million of them. */
@Injectable()
export class TallyRepository {
  constructor(private readonly db: Database) {}

  counts(list: TalliedList): Promise<TallyCount[]> {
    return this.sums('list = $1 AND step_minutes = $2', [list, STEPS[0]]);
  }

  /** @returns those of the whole steps after `since`, and where these begin: what came before that is to be counted */
  async countsSince(list: TalliedList, since: Date): Promise<{ from: Date; counts: TallyCount[] }> {
    const [fives, hours, days] = wholeSteps(since, STEPS);
    const counts = await this.sums(
      `list = $1 AND (step_minutes = 5 AND at >= $2 AND at < $3
                   OR step_minutes = 60 AND at >= $3 AND at < $4
                   OR step_minutes = 1440 AND at >= $4)`,
      [list, fives, hours, days],
    );
    return { from: fives, counts };
  }

  /** Rows by step (of one of STEPS) and kind, the oldest first; steps without any are left out. */
  async steps(list: TalliedList, since: Date, stepMinutes: number) {
    const rows = await this.db.query<{ at: Date; kind: string; rows: string }>(
      `SELECT at, kind, sum(rows) AS rows FROM tally
        WHERE list = $1 AND step_minutes = $2 AND at > $3::timestamptz - make_interval(mins => $2)
        GROUP BY at, kind HAVING sum(rows) > 0 ORDER BY at`,
      [list, stepMinutes, since],
    );
    return rows.map((row) => ({ ...row, rows: Number(row.rows) }));
  }

  /**
   * The way to a page: down from days to five minutes instead of through all rows before it.
   *
   * @param kinds undefined: all
   * @returns undefined where the list is shorter
   */
  async placeOf(
    list: TalliedList,
    offset: number,
    kinds?: readonly string[],
  ): Promise<Place | undefined> {
    if (offset < NEAR) return { before: null, skip: offset };
    let skip = offset;
    let within: [Date, Date] | [null, null] = [null, null];
    for (const step of STEPS) {
      const [found]: { at: Date; before: string }[] = await this.db.query(
        `SELECT at, before FROM (
           SELECT at, here, sum(here) OVER (ORDER BY at DESC) - here AS before FROM (
             SELECT at, sum(rows) AS here FROM tally
              WHERE list = $1 AND step_minutes = $2 AND ($3::text[] IS NULL OR kind = ANY($3))
                AND ($4::timestamptz IS NULL OR at >= $4 AND at < $5)
              GROUP BY at) AS steps) AS running
          WHERE before <= $6 AND before + here > $6`,
        [list, step, kinds ?? null, ...within, skip],
      );
      if (!found) return undefined;
      skip -= Number(found.before);
      within = [found.at, new Date(found.at.getTime() + step * 60_000)];
    }
    return { before: within[1], skip };
  }

  /** Sums up what was added since the last time, in parts, so that no statement takes long. */
  async sumUp(stop?: AbortSignal): Promise<void> {
    while (!stop?.aborted && (await this.sumUpSome()) === AT_ONCE);
  }

  /** @returns how many additions are gone */
  private async sumUpSome(): Promise<number> {
    const [{ taken }] = await this.db.query<{ taken: number }>(
      `WITH loose AS (
         DELETE FROM tally WHERE ctid = ANY(ARRAY(SELECT ctid FROM tally WHERE NOT is_summed LIMIT ${AT_ONCE}))
           AND NOT is_summed
         RETURNING list, step_minutes, at, kind, rows, extra),
       summed AS (
         INSERT INTO tally AS t (list, step_minutes, at, kind, rows, extra, is_summed)
         SELECT list, step_minutes, at, kind, sum(rows), sum(extra), true FROM loose
          GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
         ON CONFLICT (list, step_minutes, at, kind) WHERE is_summed
         DO UPDATE SET rows = t.rows + excluded.rows, extra = t.extra + excluded.extra)
       SELECT count(*)::int AS taken FROM loose`,
    );
    return taken;
  }

  private async sums(where: string, parameters: unknown[]): Promise<TallyCount[]> {
    const sums = await this.db.query<{ kind: string; rows: string; extra: string }>(
      `SELECT kind, sum(rows) AS rows, sum(extra) AS extra FROM tally WHERE ${where} GROUP BY kind`,
      parameters,
    );
    return sums.map(({ kind, rows, extra }) => ({
      kind,
      rows: Number(rows),
      extra: Number(extra),
    }));
  }
}
