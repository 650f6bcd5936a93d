import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';

/** Who does what only one replica may do at a time. The database's clock decides. */
@Injectable()
export class LeasesRepository {
  constructor(private readonly db: Database) {}

  /** @returns the lease's epoch, which grows with every new holder; null while another one holds it */
  async claim(name: string, owner: string, ms: number): Promise<string | null> {
    const [row] = await this.db.query<{ epoch: string }>(
      `WITH claimed AS (
         INSERT INTO lease (name, lease_owner, lease_epoch, lease_until)
         VALUES ($1, $2, 1, now() + $3 * interval '1 millisecond')
         ON CONFLICT (name) DO UPDATE SET lease_owner = $2, lease_epoch = lease.lease_epoch + 1,
           lease_until = now() + $3 * interval '1 millisecond'
         WHERE lease.lease_until <= now()
         RETURNING lease_epoch AS epoch)
       SELECT epoch FROM claimed`,
      [name, owner, ms],
    );
    return row?.epoch ?? null;
  }

  /** @returns false when somebody else has it by now */
  async renew(name: string, epoch: string, ms: number): Promise<boolean> {
    const rows = await this.db.query(
      `WITH renewed AS (
         UPDATE lease SET lease_until = now() + $3 * interval '1 millisecond'
          WHERE name = $1 AND lease_epoch = $2 RETURNING name)
       SELECT name FROM renewed`,
      [name, epoch, ms],
    );
    return rows.length > 0;
  }

  async release(name: string, epoch: string): Promise<void> {
    await this.db.query(
      `UPDATE lease SET lease_until = now() WHERE name = $1 AND lease_epoch = $2`,
      [name, epoch],
    );
  }

  /** Until `tx` ends, nobody else gets the lease. @returns false when somebody else has it already */
  async isHeld(tx: EntityManager, name: string, epoch: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'SELECT 1 FROM lease WHERE name = $1 AND lease_epoch = $2 FOR SHARE',
      [name, epoch],
    );
    return rows.length > 0;
  }
}
