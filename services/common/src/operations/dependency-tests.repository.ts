import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DependencyTestResult } from '@casement/proto/http/operations.js';
import { Database } from '../database/database.js';

interface LastRow {
  name: string;
  ok: boolean;
  answer: string;
  askedAt: Date;
}

/** The last test of each external dependency, and when the next one may begin: for all replicas together. */
@Injectable()
export class DependencyTestsRepository {
  constructor(private readonly db: Database) {}

  async last(): Promise<Map<string, DependencyTestResult>> {
    const rows = await this.db.query<LastRow>(
      `SELECT name, ok, answer, asked_at AS "askedAt" FROM dependency_test WHERE asked_at IS NOT NULL`,
    );
    return new Map(
      rows.map(({ name, ok, answer, askedAt }) => [
        name,
        { ok, answer, asked_at: askedAt.toISOString() },
      ]),
    );
  }

  /** @returns 0 where a test may begin now, else the seconds until one may */
  async begin(name: string, pauseSeconds: number): Promise<number> {
    const begun = await this.db.query(
      `WITH begun AS (
         INSERT INTO dependency_test AS t (name, started_at) VALUES ($1, clock_timestamp())
         ON CONFLICT (name) DO UPDATE SET started_at = clock_timestamp()
           WHERE t.started_at <= clock_timestamp() - make_interval(secs => $2)
         RETURNING name)
       SELECT name FROM begun`,
      [name, pauseSeconds],
    );
    return begun.length === 1 ? 0 : pauseSeconds;
  }

  async keep(tx: EntityManager, name: string, answer: DependencyTestResult): Promise<void> {
    await tx.query(
      `UPDATE dependency_test SET ok = $2, answer = $3, asked_at = $4 WHERE name = $1`,
      [name, answer.ok, answer.answer, answer.asked_at],
    );
  }
}
