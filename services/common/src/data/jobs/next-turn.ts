import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { bigintColumn, one } from '../database/sql.js';

const turnRow = z.object({ turn: bigintColumn });

export interface TurnTable {
  table: string;
  /** SQL: which rows are under way or wait, as of its `LeaseTable`. */
  open: string;
  /** SQL: which of them no worker has begun. */
  waiting: string;
  /** The column that names whose a row is. */
  owner: string;
}

/**
 * The turn of one more row of this owner, by start-time fair queueing: the one that is served now, or the one after the
 * owner's last that waits. So owners take turns, however many rows each has brought; and what has been begun stands before
 * all that waits. `LeaseTable` claims in this order (`inTurn`). Four look-ups in indexes, however many wait.
 *
 * @param tx in which the row is inserted, or begins to wait
 */
export async function nextTurn(
  tx: EntityManager,
  { table, open, waiting, owner }: TurnTable,
  ownerId: string,
): Promise<number> {
  const { turn } = await one(
    tx,
    turnRow,
    `SELECT greatest(
       coalesce((SELECT min(turn) FROM ${table} WHERE ${waiting}),
                (SELECT max(turn) FROM ${table} WHERE ${open}), 0),
       (SELECT max(turn) + 1 FROM ${table} WHERE ${waiting} AND ${owner} = $1)) AS turn`,
    [ownerId],
  );
  return turn;
}
