import type { EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';
import type { Database } from '../database/database.js';
import { LeaseLost, type Lease } from './lease.js';

/** The table has lease_owner, lease_epoch, lease_until and run_after, and a primary key of one column. */
export interface LeasedRow {
  leaseEpoch: number;
}

export interface LeaseTableOptions<Row> {
  entity: EntityTarget<Row>;
  /** SQL: which rows have something to do, e.g. `status IN ('pending', 'running')`. */
  open: string;
  leaseSeconds: number;
  /** Owners are served by turns: the table has `turn`, given by `nextTurn`, with an index on (turn, run_after). */
  inTurn?: boolean;
  /** Rows that others claim first: this worker does so only when they have been due for `seconds`. */
  reserved?: {
    /** SQL, true for such a row; its parameters are $3, $4 and so on. */
    condition: string;
    parameters: unknown[];
    seconds: number;
  };
}

/**
 * Rows that any number of workers share: one at a time works on each, for as long as it renews its lease. The
 * database's clock decides.
 */
export class LeaseTable<Row extends LeasedRow> {
  constructor(
    protected readonly db: Database,
    protected readonly options: LeaseTableOptions<Row>,
  ) {}

  get leaseSeconds(): number {
    return this.options.leaseSeconds;
  }

  /**
   * Of the rows that are due and that no worker holds, the one that has waited longest; with `inTurn`, the one whose turn
   * it is. Null if there is none.
   */
  async claim(owner: string): Promise<Lease | null> {
    const { table, key } = this.names;
    const { open, inTurn, reserved } = this.options;
    const unreserved = reserved
      ? `AND ((${reserved.condition}) IS NOT TRUE OR run_after < now() - interval '${Number(reserved.seconds)} seconds')`
      : '';
    const { rows } = await this.update<ClaimedRow>(
      `UPDATE ${table} SET lease_owner = $1, lease_epoch = lease_epoch + 1,
              lease_until = now() + make_interval(secs => $2)
        WHERE ${key} = (
          SELECT ${key} FROM ${table}
           WHERE ${open} AND run_after <= now()
             AND (lease_until IS NULL OR lease_until < now()) ${unreserved}
           ORDER BY ${inTurn ? 'turn, ' : ''}run_after LIMIT 1
             FOR UPDATE SKIP LOCKED)
       RETURNING ${key} AS id, lease_epoch AS epoch`,
      [owner, this.leaseSeconds, ...(reserved?.parameters ?? [])],
    );
    return toLease(rows[0]);
  }

  /** @returns false when another worker has taken over, or the lease was given up meanwhile */
  async renew({ id, epoch }: Lease): Promise<boolean> {
    const { table, key } = this.names;
    const { affected } = await this.update(
      `UPDATE ${table} SET lease_until = now() + make_interval(secs => $3)
        WHERE ${key} = $1 AND lease_epoch = $2 AND lease_until IS NOT NULL`,
      [id, epoch, this.leaseSeconds],
    );
    return affected === 1;
  }

  /** Gives the lease up; the row is due again after `againInMs`. */
  async release({ id, epoch }: Lease, againInMs: number): Promise<void> {
    const { table, key } = this.names;
    await this.update(
      `UPDATE ${table} SET lease_owner = NULL, lease_until = NULL,
              run_after = now() + make_interval(secs => $3 / 1000.0)
        WHERE ${key} = $1 AND lease_epoch = $2`,
      [id, epoch, againInMs],
    );
  }

  /**
   * The row, locked until `tx` ends. Every transaction in which a worker writes begins with this.
   *
   * @throws LeaseLost
   */
  async hold(tx: EntityManager, { id, epoch }: Lease): Promise<Row> {
    const row = await tx.findOne(this.options.entity, {
      where: { [this.names.property]: id, leaseEpoch: epoch } as FindOptionsWhere<Row>,
      lock: { mode: 'pessimistic_write' },
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

  /** TypeORM answers an UPDATE with its rows and their number. */
  private async update<Found>(sql: string, parameters: unknown[]) {
    const [rows, affected] = (await this.db.query(sql, parameters)) as unknown as [Found[], number];
    return { rows, affected };
  }
}

export interface ClaimedRow {
  id: string;
  epoch: number | string;
}

export const toLease = (row: ClaimedRow | undefined): Lease | null =>
  row ? { id: row.id, epoch: Number(row.epoch) } : null;
