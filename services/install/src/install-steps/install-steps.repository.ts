import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, idRow, row, rows } from '@casement/common/data/database/sql.js';
import type { ConvertState } from '@casement/install-engine/convert/state.js';

const installStep = z.object({
  id: z.string(),
  installId: z.string(),
  name: z.string(),
  phase: z.string(),
  worker: z.string(),
  startedAt: z.date(),
  /** Null while it is under way, or where its worker died. */
  finishedAt: z.date().nullable(),
  /** `done` or a failure's code. */
  outcome: z.string().nullable(),
});

/** One step as it is recorded. */
export type InstallStep = z.infer<typeof installStep>;

/** Installs that others have ended are not taken out one by one. */
const MAX_REMEMBERED = 10_000;

type EnteredStep = Pick<ConvertState, 'step' | 'phase' | 'stepSince'>;

/** What was begun and how it ended; after a crash the end is missing. */
@Injectable()
export class InstallStepsRepository {
  /** What this process has recorded last, by install: a step that waits is run every few seconds. */
  private readonly begun = new Map<string, string>();

  constructor(private readonly db: Database) {}

  /** Once for each worker that runs the step; running a waiting step again adds nothing. */
  async begin(installId: string, entered: EnteredStep, worker: string): Promise<void> {
    const { step, phase, stepSince } = entered;
    const id = stepId(installId, entered, worker);
    if (this.begun.get(installId) === id) return;
    await execute(
      this.db.manager,
      `INSERT INTO install_step (id, install_id, name, phase, entered_at, worker)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
      [id, installId, step, phase, stepSince, worker],
    );
    if (this.begun.size >= MAX_REMEMBERED) this.begun.clear();
    this.begun.set(installId, id);
  }

  /** @param outcome `done` or a failure's code */
  async end(
    tx: EntityManager,
    installId: string,
    entered: EnteredStep,
    worker: string,
    outcome: string,
  ): Promise<void> {
    await execute(tx, 'UPDATE install_step SET finished_at = now(), outcome = $2 WHERE id = $1', [
      stepId(installId, entered, worker),
      outcome,
    ]);
  }

  /** Of all installs; null before there is one. */
  async newestId(): Promise<string | null> {
    const newest = await row(
      this.db.manager,
      idRow,
      'SELECT id FROM install_step ORDER BY id DESC LIMIT 1',
    );
    return newest?.id ?? null;
  }

  /** Of these installs, in the order in which they were begun. */
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
}

/**
 * A UUIDv7 of the moment at which the step was entered. The table is partitioned by it, so no other column can be
 * unique there: the rest is a hash of the step and its worker in place of random bits.
 */
export function stepId(
  installId: string,
  { step, stepSince }: EnteredStep,
  worker: string,
): string {
  const time = Date.parse(stepSince).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update([installId, step, stepSince, worker].join('\n'));
  const bits = hash.digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(bits.charAt(3), 16) % 4);
  const hex = `${time}7${bits.slice(0, 3)}${variant}${bits.slice(4, 19)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
