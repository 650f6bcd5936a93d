import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { row, rows } from '@casement/common/data/database/sql.js';

const allowedRow = z.object({ network: z.string(), note: z.string(), createdAt: z.date() });
export type AllowedRow = z.output<typeof allowedRow>;

const COLUMNS = 'network, note, created_at AS "createdAt"';

@Injectable()
export class AllowlistRepository {
  constructor(private readonly db: Database) {}

  list(tx: EntityManager = this.db.manager): Promise<AllowedRow[]> {
    return rows(
      tx,
      allowedRow,
      `SELECT ${COLUMNS} FROM allowed_network ORDER BY created_at DESC, network`,
    );
  }

  async upsert(tx: EntityManager, network: string, note: string): Promise<AllowedRow> {
    const added = await row(
      tx,
      allowedRow,
      `INSERT INTO allowed_network (network, note) VALUES ($1, $2)
       ON CONFLICT (network) DO UPDATE SET note = excluded.note RETURNING ${COLUMNS}`,
      [network, note],
    );
    if (!added) throw new Error('the network was not stored');
    return added;
  }

  remove(tx: EntityManager, network: string): Promise<AllowedRow | null> {
    return row(
      tx,
      allowedRow,
      `DELETE FROM allowed_network WHERE network = $1 RETURNING ${COLUMNS}`,
      [network],
    );
  }
}
