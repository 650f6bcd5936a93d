import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.js';
import { execute, one, row } from '../database/sql.js';
import { deleteInBatches, type Deletion } from '../jobs/delete-in-batches.js';
import { Jobs } from '../jobs/jobs.js';
import { idempotencyErrors } from './idempotency.errors.js';

const PRUNE_EVERY_MS = 600_000;
/** Longer than any request takes. If the first try crashed, a repeat is accepted after this time. */
const CLAIM_SECONDS = 30;

/** Maximum number of keys per user in 24 hours. */
const MAX_KEYS = 1_000;

const EXPIRED: Deletion = {
  table: 'idempotency_key',
  key: 'user_id, key_hash',
  where: `created_at < now() - interval '24 hours'`,
};

/** Request identified by its key. `claim` identifies the current try. */
export interface NamedRequest {
  userId: string;
  keyHash: Buffer;
  /** Hash of the request, to detect a different request with the same key. */
  fingerprint: Buffer;
  claim: string;
}

/** Outcome of a request: the response as JSON or, if that contains a secret, the id of the created object. */
export type Outcome = { answer: string; made: null } | { answer: null; made: string };

const presentRow = z.object({ present: z.number() });

const earlierRow = z.object({
  fingerprint: z.instanceof(Buffer),
  isDone: z.boolean(),
  answer: z.string().nullable(),
  made: z.string().nullable(),
});

/**
 * Stores requests with an Idempotency-Key for 24 hours. A claim excludes concurrent tries and expires, so that a
 * crash does not block a caller for long. A try whose claim was taken over cannot commit, because `finish` runs in
 * the transaction of the effect.
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
   * @returns null if the caller must execute the request, otherwise the earlier outcome
   * @throws idempotencyErrors.reused, inProgress, tooMany
   */
  async claim(request: NamedRequest): Promise<Outcome | null> {
    const { userId, keyHash, fingerprint, claim } = request;
    const claimed = await execute(
      this.db.manager,
      `INSERT INTO idempotency_key AS k (user_id, key_hash, fingerprint, claim, claimed_until)
       SELECT $1, $2, $3, $4, now() + make_interval(secs => $5)
        WHERE (SELECT count(*) FROM (
          SELECT 1 FROM idempotency_key WHERE user_id = $1 LIMIT ${MAX_KEYS}) AS present) < ${MAX_KEYS}
       ON CONFLICT (user_id, key_hash) DO UPDATE
         SET fingerprint = excluded.fingerprint, claim = excluded.claim, claimed_until = excluded.claimed_until,
             created_at = now(), done_at = NULL, answer = NULL, made = NULL
         WHERE k.created_at < now() - interval '24 hours'
            OR (k.done_at IS NULL AND k.claimed_until < now() AND k.fingerprint = excluded.fingerprint)`,
      [userId, keyHash, fingerprint, claim, CLAIM_SECONDS],
    );
    return claimed === 1 ? null : this.earlier(request);
  }

  /** @throws idempotencyErrors.inProgress if another try has taken over since */
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

  /**
   * Releases the claim after a refusal or a failure, so that the request may be retried immediately. Finished
   * requests are not affected.
   */
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
    if (!found) throw await this.notClaimed(userId);
    if (!found.fingerprint.equals(fingerprint)) throw idempotencyErrors.reused();
    if (!found.isDone) throw idempotencyErrors.inProgress();
    return { answer: found.answer, made: found.made } as Outcome;
  }

  /**
   * Returns the error of a failed claim. If the user is below the limit, the earlier claim was released just now and
   * the next try succeeds.
   */
  private async notClaimed(userId: string): Promise<Error> {
    const { present } = await one(
      this.db.manager,
      presentRow,
      'SELECT count(*)::int AS present FROM idempotency_key WHERE user_id = $1',
      [userId],
    );
    return present < MAX_KEYS ? idempotencyErrors.inProgress() : idempotencyErrors.tooMany();
  }
}
