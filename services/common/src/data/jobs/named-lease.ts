import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import type { Database } from '../database/database.js';
import { rows } from '../database/sql.js';
import { LeaseTable, leaseRow, type LeasedRow } from './lease-table.js';
import type { Lease } from './lease.js';

/** Lease without a row of another table, for work that one replica at a time performs. */
@Entity('lease')
export class NamedLeaseEntity implements LeasedRow {
  @PrimaryColumn('text')
  name!: string;

  @Column('integer')
  leaseEpoch!: number;
}

/** Single lease with a name. The first claim creates its row. */
export class NamedLease extends LeaseTable<NamedLeaseEntity> {
  constructor(
    db: Database,
    private readonly name: string,
    leaseSeconds: number,
  ) {
    super(db, { entity: NamedLeaseEntity, open: 'true', leaseSeconds });
  }

  override claimBatch(owner: string): Promise<Lease[]> {
    return rows(
      this.db.manager,
      leaseRow,
      `INSERT INTO lease (name, lease_owner, lease_epoch, lease_until)
       VALUES ($1, $2, 1, now() + make_interval(secs => $3))
       ON CONFLICT (name) DO UPDATE
         SET lease_owner = excluded.lease_owner, lease_epoch = lease.lease_epoch + 1,
             lease_until = excluded.lease_until
         WHERE lease.run_after <= now() AND (lease.lease_until IS NULL OR lease.lease_until < now())
       RETURNING name AS id, lease_epoch AS epoch`,
      [this.name, owner, this.leaseSeconds],
    );
  }

  /** Shared lock: transactions of the holder do not wait for each other, but another claim waits for all of them. */
  override hold(tx: EntityManager, lease: Lease): Promise<NamedLeaseEntity> {
    return this.find(tx, lease, { mode: 'pessimistic_read' });
  }
}
