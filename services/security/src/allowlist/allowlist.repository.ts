import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';

export interface AllowedRow {
  network: string;
  note: string;
  createdAt: Date;
}

@Injectable()
export class AllowlistRepository {
  constructor(private readonly db: Database) {}

  list(tx: EntityManager = this.db.manager): Promise<AllowedRow[]> {
    return tx.query<AllowedRow[]>(
      `SELECT network, note, created_at AS "createdAt" FROM allowed_network ORDER BY created_at DESC, network`,
    );
  }

  async put(tx: EntityManager, network: string, note: string): Promise<AllowedRow> {
    const [row] = await tx.query<AllowedRow[]>(
      `INSERT INTO allowed_network (network, note) VALUES ($1, $2)
       ON CONFLICT (network) DO UPDATE SET note = excluded.note
       RETURNING network, note, created_at AS "createdAt"`,
      [network, note],
    );
    return row;
  }

  /** @returns what is gone */
  async remove(tx: EntityManager, network: string): Promise<AllowedRow | undefined> {
    const [row] = await tx.query<AllowedRow[]>(
      `WITH gone AS (
         DELETE FROM allowed_network WHERE network = $1 RETURNING network, note, created_at AS "createdAt")
       SELECT * FROM gone`,
      [network],
    );
    return row;
  }
}
