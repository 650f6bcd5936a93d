import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.js';
import { execute, row } from '../database/sql.js';
import { deleteInBatches, type Deletion } from '../jobs/delete-in-batches.js';
import { Jobs } from '../jobs/jobs.js';
import { idempotencyErrors } from './idempotency.errors.js';

const PRUNE_EVERY_MS = 600_000;
/** Longer than any request takes. After a crash a repeat is let in when it is over. */
const CLAIM_SECONDS = 30;

const EXPIRED: Deletion = {
  table: 'idempotency_key',
  key: 'user_id, key_hash',
  where: `created_at < now() - interval '24 hours'`,
};

/** One request by its name; `claim` is of this try. */
export interface NamedRequest {
  userId: string;
  keyHash: Buffer;
  /** Of what it asks; another request under the same name has another. */
  fingerprint: Buffer;
  claim: string;
}

/** What came of a request: its answer as JSON, or, where that holds a secret, the id of what it made. */
export type Outcome = { answer: string; made: null } | { answer: null; made: string };

const earlierRow = z.object({
  fingerprint: z.instanceof(Buffer),
  isDone: z.boolean(),
  answer: z.string().nullable(),
  made: z.string().nullable(),
});

/**
 * Requests that were named by their callers, for 24 hours. A claim keeps others from working on the same one; it lapses,
 * so a crash blocks no caller for long. One that has lapsed cannot finish: `finish` is part of the effect's transaction.
 */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly db: Database,
    jobs: Jobs,
  ) {
    jobs.every('idempotency.prune', PRUNE_EVERY_MS, (stop) => deleteInBatches(db, EXPIRED, stop));
  }

  /**
   * @returns null: it is the caller's to carry out; else what came of it before
   * @throws idempotencyErrors.reused, inProgress
   */
  async claim(request: NamedRequest): Promise<Outcome | null> {
    const { userId, keyHash, fingerprint, claim } = request;
    const claimed = await execute(
      this.db.manager,
      `INSERT INTO idempotency_key AS k (user_id, key_hash, fingerprint, claim, claimed_until)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
       ON CONFLICT (user_id, key_hash) DO UPDATE
         SET fingerprint = excluded.fingerprint, claim = excluded.claim, claimed_until = excluded.claimed_until,
             created_at = now(), done_at = NULL, answer = NULL, made = NULL
         WHERE k.created_at < now() - interval '24 hours'
            OR (k.done_at IS NULL AND k.claimed_until < now() AND k.fingerprint = excluded.fingerprint)`,
      [userId, keyHash, fingerprint, claim, CLAIM_SECONDS],
    );
    return claimed === 1 ? null : this.earlier(request);
  }

  /** @throws idempotencyErrors.inProgress where another try has taken it over meanwhile */
  async finish(
    tx: EntityManager,
    { userId, keyHash, claim }: NamedRequest,
    { answer, made }: Outcome,
  ): Promise<void> {
    const finished = await execute(
      tx,
      `UPDATE idempotency_key SET done_at = now(), answer = $4, made = $5
       WHERE user_id = $1 AND key_hash = $2 AND claim = $3`,
      [userId, keyHash, claim, answer, made],
    );
    if (finished === 0) throw idempotencyErrors.inProgress();
  }

  /** After a refusal or a failure: the same request may be tried anew at once. What is finished stays. */
  async release({ userId, keyHash, claim }: NamedRequest): Promise<void> {
    await execute(
      this.db.manager,
      `DELETE FROM idempotency_key
       WHERE user_id = $1 AND key_hash = $2 AND claim = $3 AND done_at IS NULL`,
      [userId, keyHash, claim],
    );
  }

  private async earlier({ userId, keyHash, fingerprint }: NamedRequest): Promise<Outcome> {
    const found = await row(
      this.db.manager,
      earlierRow,
      `SELECT fingerprint, done_at IS NOT NULL AS "isDone", answer, made FROM idempotency_key
       WHERE user_id = $1 AND key_hash = $2`,
      [userId, keyHash],
    );
    // Gone: it was refused at this moment, and the next try will be let in.
    if (!found) throw idempotencyErrors.inProgress();
    if (!found.fingerprint.equals(fingerprint)) throw idempotencyErrors.reused();
    if (!found.isDone) throw idempotencyErrors.inProgress();
    return { answer: found.answer, made: found.made } as Outcome;
  }
}
