import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { deleteInBatches } from './delete-in-batches.js';
import { Jobs } from './jobs.js';
import { logger } from '../../core/logging/logger.js';
import { Database } from '../database/database.js';
import { lowestIdAt } from '../database/new-id.js';
import {
  addPartition,
  expiredPartitions,
  findPartitions,
  missingRanges,
  partitionPlans,
  type PartitionPlan,
} from '../database/partitions.js';
import { execute, row } from '../database/sql.js';

const okRow = z.object({ ok: z.boolean() });

const log = logger('partitions');
const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Adds upcoming partitions and drops expired ones. One replica at a time works on a table. If a lock is not free
 * within two seconds, the table is left to the next run, because waiting longer would block its writers.
 */
@Injectable()
export class PartitionJob {
  constructor(
    private readonly db: Database,
    jobs: Jobs,
  ) {
    jobs.every('partitions', EVERY_MS, (stop) => this.run(stop));
  }

  /**
   * If a table fails, the remaining tables are still processed.
   *
   * @param now for tests
   */
  async run(stop: AbortSignal, now = new Date()): Promise<void> {
    const failures: unknown[] = [];
    for (const plan of await partitionPlans(this.db.manager)) {
      if (stop.aborted) return;
      try {
        await this.maintain(plan, now, stop);
      } catch (error) {
        failures.push(new Error(`partitions of ${plan.table}`, { cause: error }));
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'partitions not up to date');
  }

  private async maintain(
    { table, stepDays, retentionDays }: PartitionPlan,
    now: Date,
    stop: AbortSignal,
  ): Promise<void> {
    await this.withTableLock(table, async (tx) => {
      const existing = await findPartitions(tx, table);
      for (const range of missingRanges(existing, stepDays, now)) {
        await addPartition(tx, table, range);
        log.info({ table, ...range }, 'partition added');
      }
    });
    if (retentionDays === null) return;
    for (const { name } of expiredPartitions(
      await findPartitions(this.db.manager, table),
      retentionDays,
      now,
    )) {
      await this.withTableLock(table, async (tx) => {
        await execute(tx, `DROP TABLE IF EXISTS ${name}`);
        log.info({ table, name }, 'partition dropped');
      });
    }
    const oldest = lowestIdAt(new Date(now.getTime() - retentionDays * DAY_MS));
    await deleteInBatches(
      this.db,
      { table: `${table}_default`, where: 'id < $1::uuid', parameters: [oldest] },
      stop,
    );
  }

  private withTableLock(table: string, work: (tx: EntityManager) => Promise<void>): Promise<void> {
    return this.db.transaction(async (tx) => {
      await execute(tx, `SET LOCAL lock_timeout = '2s'`);
      const claimed = await row(
        tx,
        okRow,
        `SELECT pg_try_advisory_xact_lock(hashtextextended('partitions:' || $1, 0)) AS ok`,
        [table],
      );
      if (claimed?.ok) await work(tx);
    });
  }
}
