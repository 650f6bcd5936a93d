import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Actor } from '../../core/context/actor.js';
import { creationTimeOf } from '../../data/database/new-id.js';
import { execute, row } from '../../data/database/sql.js';
import { lockUser } from '../../data/database/user-lock.js';
import type { Deletion } from '../../data/jobs/delete-in-batches.js';
import { apiKeyErrors } from '../api-keys/api-key.errors.js';
import { authErrors } from './auth.errors.js';

const revocationRow = z.object({ revokedAt: z.date() });

/** A revocation matters to requests in progress only. */
export const OLD_REVOCATIONS: Deletion = {
  table: 'access_revocation',
  where: `revoked_at < now() - interval '1 day'`,
  key: 'user_id',
};

/**
 * Records that all access of the user ends. Call it in the transaction that ends the access, before row locks. Stores
 * the current time, because the time of auth's event precedes its commit and a session may be confirmed in between.
 */
export async function recordRevocation(tx: EntityManager, userId: string): Promise<void> {
  await lockUser(tx, userId, 'alone');
  await execute(
    tx,
    `INSERT INTO access_revocation (user_id, revoked_at) VALUES ($1, clock_timestamp())
     ON CONFLICT (user_id) DO UPDATE SET revoked_at = excluded.revoked_at`,
    [userId],
  );
}

/**
 * Refuses a request that passed the guard before its session or key was revoked. Call it in the transaction that
 * creates access, before row locks: a concurrent revocation waits until `tx` ends and then finds the new rows.
 *
 * @throws STEP_UP_REQUIRED, or API_KEY_INVALID for a key, unless confirmed or created after the last revocation
 */
export async function refuseIfRevoked(tx: EntityManager, actor: Actor): Promise<void> {
  const { userId, apiKeyId, confirmedAt } = actor;
  await lockUser(tx, userId, 'shared');
  const found = await row(
    tx,
    revocationRow,
    'SELECT revoked_at AS "revokedAt" FROM access_revocation WHERE user_id = $1',
    [userId],
  );
  const since = apiKeyId ? creationTimeOf(apiKeyId) : new Date(confirmedAt * 1000);
  if (found && since <= found.revokedAt)
    throw apiKeyId ? apiKeyErrors.invalid() : authErrors.stepUpRequired();
}
