import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { DependencyTestResult } from '@casement/proto/http/operations.js';
import { Database } from '../../data/database/database.js';
import { execute, rows } from '../../data/database/sql.js';

const lastRow = z.object({
  name: z.string(),
  ok: z.boolean(),
  answer: z.string(),
  askedAt: z.date(),
});

/** Last test of each external dependency and the earliest time of the next one, shared by all replicas. */
@Injectable()
export class DependencyTestsRepository {
  constructor(private readonly db: Database) {}

  async last(): Promise<Map<string, DependencyTestResult>> {
    const asked = await rows(
      this.db.manager,
      lastRow,
      `SELECT name, ok, answer, asked_at AS "askedAt" FROM dependency_test WHERE asked_at IS NOT NULL`,
    );
    return new Map(
      asked.map(({ name, ok, answer, askedAt }) => [
        name,
        { ok, answer, asked_at: askedAt.toISOString() },
      ]),
    );
  }

  /**
   * Records the start of a test unless the last one started less than `pauseSeconds` ago.
   *
   * @returns 0 if the test may start now, otherwise the seconds until it may
   */
  async begin(name: string, pauseSeconds: number): Promise<number> {
    const claimed = await execute(
      this.db.manager,
      `INSERT INTO dependency_test AS t (name, started_at) VALUES ($1, clock_timestamp())
       ON CONFLICT (name) DO UPDATE SET started_at = clock_timestamp()
         WHERE t.started_at <= clock_timestamp() - make_interval(secs => $2)`,
      [name, pauseSeconds],
    );
    return claimed === 1 ? 0 : pauseSeconds;
  }

  async save(tx: EntityManager, name: string, answer: DependencyTestResult): Promise<void> {
    await execute(
      tx,
      `UPDATE dependency_test SET ok = $2, answer = $3, asked_at = $4 WHERE name = $1`,
      [name, answer.ok, answer.answer, answer.asked_at],
    );
  }
}
