import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row } from '@casement/common/data/database/sql.js';
import { recoveryLogs, type RecoveryLogs } from './evidence.js';

const logsRow = z.object({ logs: recoveryLogs });

/** Logs found by the recovery system, one row per install. They are too large for the row of the install. */
@Injectable()
export class RecoveryRepository {
  constructor(private readonly db: Database) {}

  /** Replaces the logs of earlier reports. */
  async store(
    tx: EntityManager,
    installId: string,
    bootId: string,
    logs: RecoveryLogs,
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO install_recovery (install_id, boot_id, logs) VALUES ($1, $2, $3)
       ON CONFLICT (install_id) DO UPDATE
         SET boot_id = excluded.boot_id, logs = excluded.logs, reported_at = now()`,
      [installId, bootId, JSON.stringify(logs)],
    );
  }

  async find(installId: string): Promise<RecoveryLogs | null> {
    const found = await row(
      this.db.manager,
      logsRow,
      'SELECT logs FROM install_recovery WHERE install_id = $1',
      [installId],
    );
    return found?.logs ?? null;
  }

  /** Serialises the decisions about automatic returns of one user until `tx` ends. */
  async lockReturnsOf(tx: EntityManager, userId: string): Promise<void> {
    await execute(tx, `SELECT pg_advisory_xact_lock(hashtextextended('recovery:' || $1, 0))`, [
      userId,
    ]);
  }
}
