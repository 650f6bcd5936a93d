import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, idRow, row, rows } from '@casement/common/data/database/sql.js';

const installStep = z.object({
  id: z.string(),
  installId: z.string(),
  name: z.string(),
  phase: z.string(),
  worker: z.string(),
  startedAt: z.date(),
  /** `null` while the step runs, or if its worker crashed. */
  finishedAt: z.date().nullable(),
  /** `done` or a failure code. */
  outcome: z.string().nullable(),
});
export type InstallStep = z.infer<typeof installStep>;

interface NewStep extends Pick<InstallStep, 'id' | 'installId' | 'name' | 'phase' | 'worker'> {
  enteredAt: string;
}

const overheadRow = z.object({ known: z.number(), seconds: z.number().nullable() });

/** Sample size for the median. With fewer than the minimum, a single unusual VPS would decide the result. */
const OVERHEAD_SAMPLE = 20;
const MIN_OVERHEAD_SAMPLE = 5;

@Injectable()
export class InstallStepsRepository {
  constructor(private readonly db: Database) {}

  async insert({ id, installId, name, phase, enteredAt, worker }: NewStep): Promise<void> {
    await execute(
      this.db.manager,
      `INSERT INTO install_step (id, install_id, name, phase, entered_at, worker)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
      [id, installId, name, phase, enteredAt, worker],
    );
  }

  async end(tx: EntityManager, id: string, outcome: string): Promise<void> {
    await execute(tx, 'UPDATE install_step SET finished_at = now(), outcome = $2 WHERE id = $1', [
      id,
      outcome,
    ]);
  }

  async newestId(): Promise<string | null> {
    const newest = await row(
      this.db.manager,
      idRow,
      'SELECT id FROM install_step ORDER BY id DESC LIMIT 1',
    );
    return newest?.id ?? null;
  }

  ofInstalls(ids: string[]): Promise<InstallStep[]> {
    return rows(
      this.db.manager,
      installStep,
      `SELECT id, install_id AS "installId", name, phase, worker, started_at AS "startedAt",
              finished_at AS "finishedAt", outcome
       FROM install_step WHERE install_id = ANY ($1::uuid[]) ORDER BY started_at, id`,
      [ids],
    );
  }

  /**
   * Returns the median of the seconds that recent installs took in addition to the expected download time of the
   * image. Returns `null` while too few installs are known.
   */
  async medianOverhead(): Promise<number | null> {
    const usual = await row(
      this.db.manager,
      overheadRow,
      `SELECT count(*)::int AS known,
              percentile_cont(0.5) WITHIN GROUP (ORDER BY took - expected) AS seconds
       FROM (
         SELECT id, (engine_state->>'expectedSeconds')::float AS expected
         FROM install WHERE status = 'completed' ORDER BY id DESC LIMIT ${OVERHEAD_SAMPLE}
       ) AS latest
       CROSS JOIN LATERAL (
         SELECT extract(epoch FROM max(finished_at) FILTER (WHERE name = 'verify' AND outcome = 'done')
                - min(started_at))::float AS took
         FROM install_step WHERE install_id = latest.id
       ) AS steps
       WHERE took > expected`,
    );
    return usual && usual.known >= MIN_OVERHEAD_SAMPLE ? usual.seconds : null;
  }
}
