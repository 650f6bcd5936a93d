import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { bigintColumn, one } from '../database/sql.js';

const turnRow = z.object({ turn: bigintColumn });

export interface TurnTable {
  table: string;
  /** SQL condition of rows that are in progress or waiting, as for the `LeaseTable`. */
  open: string;
  /** SQL condition of the open rows that no worker has started. */
  waiting: string;
  /** Column with the owner of a row. */
  owner: string;
}

/**
 * Returns the turn of a new row of this owner by start-time fair queueing: the turn being served, or the one after
 * the owner's last waiting row. Owners therefore take turns regardless of how many rows each has added, and started
 * work precedes all waiting rows. `LeaseTable` claims in this order (`fairTurns`). Needs four index lookups,
 * independent of the number of waiting rows.
 *
 * @param tx transaction in which the row is inserted or starts to wait
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
