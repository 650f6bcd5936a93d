import type { EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';
import { z } from 'zod';
import type { Database } from '../database/database.js';
import { bigintColumn, execute, rows } from '../database/sql.js';
import { LeaseLost, type Lease } from './lease.js';

/** Columns of a claimed row that form its lease. */
export const leaseRow = z.object({ id: z.string(), epoch: bigintColumn });

/** Row of a table with lease_owner, lease_epoch, lease_until, run_after and a single-column primary key. */
export interface LeasedRow {
  leaseEpoch: number;
}

export interface LeaseTableOptions<Row> {
  entity: EntityTarget<Row>;
  /** SQL condition of rows with pending work, e.g. `status IN ('pending', 'running')`. */
  open: string;
  leaseSeconds: number;
  /** Serves owners in turns. Requires a column `turn`, set by `nextTurn`, with an index on (turn, run_after). */
  fairTurns?: boolean;
  /** SQL expression. Rows with a lower value are claimed first, regardless of their waiting time. */
  order?: string;
  /**
   * Rows that other workers should claim first. This worker claims them only once they have been due for `seconds`.
   */
  reserved?: {
    /** SQL condition of the reserved rows; its parameters are $3, $4 and so on. */
    condition: string;
    parameters: unknown[];
    seconds: number;
  };
}

/**
 * Table of rows that any number of workers share. A row belongs to one worker at a time, for as long as that worker
 * renews its lease. The database clock is authoritative.
 */
export class LeaseTable<Row extends LeasedRow> {
  constructor(
    protected readonly db: Database,
    protected readonly options: LeaseTableOptions<Row>,
  ) {}

  get leaseSeconds(): number {
    return this.options.leaseSeconds;
  }

  /** Claims one row, see `claimBatch`. Returns `null` if none is due. */
  async claim(owner: string): Promise<Lease | null> {
    const [lease] = await this.claimBatch(owner, 1);
    return lease ?? null;
  }

  /**
   * Claims due rows without a holder, longest waiting first or, with `fairTurns`, by turn. Returns fewer than `limit` if
   * there are no more.
   */
  async claimBatch(owner: string, limit: number): Promise<Lease[]> {
    const { table, key } = this.names;
    const { open, fairTurns, order, reserved } = this.options;
    const unreserved = reserved
      ? `AND ((${reserved.condition}) IS NOT TRUE OR run_after < now() - interval '${Number(reserved.seconds)} seconds')`
      : '';
    return rows(
      this.db.manager,
      leaseRow,
      `UPDATE ${table} SET lease_owner = $1, lease_epoch = lease_epoch + 1,
              lease_until = now() + make_interval(secs => $2)
        WHERE ${key} = ANY (ARRAY(
          SELECT ${key} FROM ${table}
           WHERE ${open} AND run_after <= now()
             AND (lease_until IS NULL OR lease_until < now()) ${unreserved}
           ORDER BY ${fairTurns ? 'turn, ' : ''}${order ? `${order}, ` : ''}run_after LIMIT ${Number(limit)}
             FOR UPDATE SKIP LOCKED))
       RETURNING ${key} AS id, lease_epoch AS epoch`,
      [owner, this.leaseSeconds, ...(reserved?.parameters ?? [])],
    );
  }

  /** @returns false if another worker has taken over or the lease was released since */
  async renew({ id, epoch }: Lease): Promise<boolean> {
    const { table, key } = this.names;
    const renewed = await execute(
      this.db.manager,
      `UPDATE ${table} SET lease_until = now() + make_interval(secs => $3)
        WHERE ${key} = $1 AND lease_epoch = $2 AND lease_until IS NOT NULL`,
      [id, epoch, this.leaseSeconds],
    );
    return renewed === 1;
  }

  /** Releases the lease and makes the row due after `nextRunInMs`. */
  async release({ id, epoch }: Lease, nextRunInMs: number): Promise<void> {
    const { table, key } = this.names;
    await execute(
      this.db.manager,
      `UPDATE ${table} SET lease_owner = NULL, lease_until = NULL,
              run_after = now() + make_interval(secs => $3 / 1000.0)
        WHERE ${key} = $1 AND lease_epoch = $2`,
      [id, epoch, nextRunInMs],
    );
  }

  /**
   * Reads the current row, for a holder that does not yet know whether it has to write.
   *
   * @throws LeaseLost
   */
  read({ id, epoch }: Lease): Promise<Row> {
    return this.find(this.db.manager, { id, epoch });
  }

  /**
   * Locks and returns the row until `tx` ends. Every transaction in which a worker writes must begin with this.
   *
   * @throws LeaseLost
   */
  hold(tx: EntityManager, lease: Lease): Promise<Row> {
    return this.find(tx, lease, { mode: 'pessimistic_write' });
  }

  protected async find(
    manager: EntityManager,
    { id, epoch }: Lease,
    lock?: { mode: 'pessimistic_read' | 'pessimistic_write' },
  ): Promise<Row> {
    const row = await manager.findOne(this.options.entity, {
      where: { [this.names.property]: id, leaseEpoch: epoch } as FindOptionsWhere<Row>,
      ...(lock && { lock }),
    });
    if (!row) throw new LeaseLost(id);
    return row;
  }

  private get names(): { table: string; key: string; property: string } {
    const { tablePath, primaryColumns } = this.db.manager.connection.getMetadata(
      this.options.entity,
    );
    const [primary] = primaryColumns;
    if (!primary) throw new Error(`${tablePath} has no primary key`);
    return { table: tablePath, key: primary.databaseName, property: primary.propertyName };
  }
}
