import type { EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';
import { Database } from '@casement/common/database/database.js';

/** A worker writes only while it holds the lease; whoever was replaced finds its epoch outdated. */
export class LeaseLost extends Error {
  constructor(id: string) {
    super(`the lease of ${id} was lost`);
    this.name = 'LeaseLost';
  }
}

export interface Lease {
  /** Of the row that is worked on. */
  id: string;
  epoch: number;
}

export interface LeasedRow {
  id: string;
  leaseEpoch: number;
}

/** Rows that any number of workers share: each is worked on by one at a time, for as long as it renews its lease. */
export class LeaseTable<Row extends LeasedRow> {
  constructor(
    private readonly db: Database,
    private readonly rows: {
      entity: EntityTarget<Row>;
      table: string;
      /** Statuses in which there is something to do. */
      open: readonly string[];
      leaseSeconds: number;
    },
  ) {}

  /** The row that has waited longest and that nobody works on; null when none is due. */
  async claim(owner: string): Promise<Lease | null> {
    const { table, open, leaseSeconds } = this.rows;
    const claimed = await this.update<{ id: string; epoch: string }>(
      `UPDATE ${table} SET lease_owner = $1, lease_epoch = lease_epoch + 1,
              lease_expires_at = now() + make_interval(secs => $2)
       WHERE id = (
         SELECT id FROM ${table}
         WHERE status IN (${open.map((status) => `'${status}'`).join(', ')})
           AND run_after <= now() AND (lease_expires_at IS NULL OR lease_expires_at < now())
         ORDER BY run_after LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, lease_epoch AS epoch`,
      [owner, leaseSeconds],
    );
    const row = claimed.rows[0];
    return row ? { id: row.id, epoch: Number(row.epoch) } : null;
  }

  /** False when another worker has taken over. */
  async renew({ id, epoch }: Lease): Promise<boolean> {
    const { affected } = await this.update(
      `UPDATE ${this.rows.table} SET lease_expires_at = now() + make_interval(secs => $3)
       WHERE id = $1 AND lease_epoch = $2`,
      [id, epoch, this.rows.leaseSeconds],
    );
    return affected === 1;
  }

  /** The row, locked, if the lease still stands. Everything that a worker writes begins with this. */
  async hold(tx: EntityManager, { id, epoch }: Lease): Promise<Row> {
    const row = await tx.findOne(this.rows.entity, {
      where: { id, leaseEpoch: epoch } as FindOptionsWhere<Row>,
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) throw new LeaseLost(id);
    return row;
  }

  /** Lets go; the row is due again after `waitMs`. */
  async release({ id, epoch }: Lease, waitMs: number): Promise<void> {
    await this.db.query(
      `UPDATE ${this.rows.table} SET lease_owner = NULL, lease_expires_at = NULL,
              run_after = now() + make_interval(secs => $3 / 1000.0)
       WHERE id = $1 AND lease_epoch = $2`,
      [id, epoch, waitMs],
    );
  }

  /** TypeORM answers an UPDATE with its rows and their number. */
  private async update<Found>(sql: string, parameters: unknown[]) {
    const [rows, affected] = (await this.db.query(sql, parameters)) as unknown as [Found[], number];
    return { rows, affected };
  }
}
