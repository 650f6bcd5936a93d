import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import type { ConvertState } from '../engine/convert/state.js';

/** One step as it is recorded. */
export interface InstallStep {
  id: string;
  installId: string;
  name: string;
  phase: string;
  worker: string;
  startedAt: Date;
  /** Null while it is under way, or where its worker died. */
  finishedAt: Date | null;
  /** `done` or a failure's code. */
  outcome: string | null;
}

/** The record of what was begun and how it ended; also after a crash, when the end is missing. */
@Injectable()
export class InstallStepsRepository {
  constructor(private readonly db: Database) {}

  /** Once for each worker that takes the step up; a waiting step that is looked at again adds nothing. */
  async begin(
    installId: string,
    { step, phase, stepSince }: ConvertState,
    worker: string,
  ): Promise<void> {
    await this.db.query(
      `INSERT INTO install_step (id, install_id, name, phase, entered_at, worker)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (install_id, name, entered_at, worker) DO NOTHING`,
      [newId(), installId, step, phase, stepSince, worker],
    );
  }

  /** @param outcome `done` or a failure's code */
  async end(
    tx: EntityManager,
    installId: string,
    { step, stepSince }: ConvertState,
    worker: string,
    outcome: string,
  ): Promise<void> {
    await tx.query(
      `UPDATE install_step SET finished_at = now(), outcome = $5
       WHERE install_id = $1 AND name = $2 AND entered_at = $3 AND worker = $4`,
      [installId, step, stepSince, worker, outcome],
    );
  }

  /** Of all installs; null before there is one. */
  async newestId(): Promise<string | null> {
    const [row] = await this.db.query<{ id: string }>(
      'SELECT id FROM install_step ORDER BY id DESC LIMIT 1',
    );
    return row?.id ?? null;
  }

  /** Of these installs, in the order in which they were begun. */
  ofInstalls(ids: string[]): Promise<InstallStep[]> {
    return this.db.query<InstallStep>(
      `SELECT id, install_id AS "installId", name, phase, worker, started_at AS "startedAt",
              finished_at AS "finishedAt", outcome
       FROM install_step WHERE install_id = ANY ($1::uuid[]) ORDER BY started_at, id`,
      [ids],
    );
  }
}
